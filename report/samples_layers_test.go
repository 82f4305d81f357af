package report

import "github.com/planlint/planlint/internal/result"

func sampleTensor(name, dtype, format string, size int64, shape ...int64) result.LayerTensor {
	return result.LayerTensor{Name: name, Shape: shape, DType: dtype, Format: format, Bytes: &size}
}

// headLayers are the layers of an upsampling head: one activation in its convolution, two that are alone.
func headLayers() *result.Layers {
	const vectorized, linear = "Channel major FP16 format where channel % 8 == 0", "Row major linear FP16 format"
	x := sampleTensor("x", "float16", linear, 524_288, 1, 64, 64, 64)
	a := sampleTensor("a", "float16", vectorized, 524_288, 1, 64, 64, 64)
	b := sampleTensor("b", "float16", linear, 524_288, 1, 16, 128, 128)
	y := sampleTensor("y", "float16", linear, 524_288, 1, 16, 128, 128)
	return &result.Layers{From: "TensorRT 8.6.1", Detail: result.LayersDetailed, Bindings: []string{"x", "y"}, Measured: ptr[int64](1_500),
		Runs: &result.RunTimes{Runs: 3_698, MedianCompute: ptr[int64](862_183), MedianLatency: ptr[int64](1_002_300)},
		List: []result.Layer{
			{Name: "Reformatting CopyNode for Input Tensor 0 to head.conv + PWN(head.act)", Type: "Reformat", Operation: "Reformat", Origin: "REFORMAT",
				Inputs: []result.LayerTensor{x}, Outputs: []result.LayerTensor{a}, InputBytes: ptr[int64](524_288), OutputBytes: ptr[int64](524_288), TacticValue: "0x00000000000003e8"},
			{Name: "head.conv + PWN(head.act)", Type: "CaskConvolution", Operation: "Convolution", Tactic: "sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize128x64x64_made_up",
				TacticValue: "0x9dfbd8a6ab7e2f8a", Inputs: []result.LayerTensor{a}, Outputs: []result.LayerTensor{a}, InputBytes: ptr[int64](524_288), OutputBytes: ptr[int64](524_288),
				WeightsBytes: ptr[int64](73_856), Stream: ptr[int64](0), Nodes: []string{"head.conv", "head.act"}, NodesFrom: result.NodesFromMetadata, Pointwise: result.PointwiseFused,
				PointwiseNodes: []string{"head.act"}, Time: &result.LayerTime{Average: 50_000, Median: ptr[int64](50_100), Share: 0.5}},
			{Name: "PWN(up.act)", Type: "PointWiseV2", Operation: "PointWise", Inputs: []result.LayerTensor{b}, Outputs: []result.LayerTensor{y}, InputBytes: ptr[int64](524_288),
				OutputBytes: ptr[int64](524_288), Stream: ptr[int64](1), Profile: ptr[int64](0), Nodes: []string{"up.act"}, NodesFrom: result.NodesFromName, Pointwise: result.PointwiseAlone,
				PointwiseNodes: []string{"up.act"}, Time: &result.LayerTime{Average: 2_000_000, Share: 0.25}},
			{Name: "{ForeignNode[tail.mul...tail.softmax]}", Type: "Myelin", Outputs: []result.LayerTensor{{Name: "z", Shape: []int64{-1, 16}}, {Name: "s", Shape: []int64{}}},
				Nodes: []string{"tail.mul", "tail.softmax"}, NodesFrom: result.NodesFromName, NodesOmitted: true},
		}}
}

// manyLayers are more than are listed.
func manyLayers() *result.Layers {
	l := &result.Layers{From: "trtexec.json", Detail: result.LayersDetailed}
	for i := range int64(20) {
		kinds := []string{"CaskConvolution", "PointWiseV2", "Reformat", "Shuffle", "CaskPooling", "Myelin", "NoOp", "Slice"}
		l.List = append(l.List, result.Layer{Name: "layer_" + count(i), Type: kinds[i%8], OutputBytes: ptr(1_000_000 - i*i*100), Outputs: []result.LayerTensor{
			sampleTensor("t", "float16", "", 1_000_000-i*i*100, 1, 1000-i, 500)}})
	}
	return l
}

func layersDocument() result.Document[result.Info] {
	document := result.NewDocument[result.Info](result.SchemaInfo, "0.1.0")
	info := func(file string, l *result.Layers) result.Info {
		return result.Info{File: file, Size: 3_793, Layers: l, Findings: []result.Finding{}, NotChecked: []result.NotChecked{}}
	}
	plan := infoDocument().Results[1]
	plan.Layers = headLayers()
	document.Results = []result.Info{plan, info("layers.json", manyLayers()),
		info("names.json", &result.Layers{From: "names.json", Detail: result.LayersNames, List: []result.Layer{{Name: "conv + PWN(act)", Nodes: []string{"conv", "act"},
			NodesFrom: result.NodesFromName, Pointwise: result.PointwiseFused, PointwiseNodes: []string{"act"}}}}),
		info("none.json", &result.Layers{From: "TensorRT-RTX 1.7.1.116", Detail: result.LayersNone, List: []result.Layer{}})}
	document.Errors = []result.Error{{File: "=old.plan", Kind: result.KindUnreadable, Message: "TensorRT 8.6.1 cannot load it"}}
	document.Exit = 4
	return document
}

// attackedLayers puts text wherever text from an engine inspector can stand.
func attackedLayers(text string) *result.Layers {
	l := headLayers()
	l.From, l.Detail, l.Bindings = text, result.LayersDetailed, []string{text}
	tensor := sampleTensor(text, text, text, 7, 1, -1)
	l.List = append(l.List, result.Layer{Name: text, Type: text, Operation: text + "2", Origin: text, Tactic: text, TacticValue: text, Inputs: []result.LayerTensor{tensor},
		Outputs: []result.LayerTensor{tensor}, Nodes: []string{text, text}, NodesFrom: result.NodeSource(text), Pointwise: result.Pointwise(text), PointwiseNodes: []string{text}})
	return l
}
