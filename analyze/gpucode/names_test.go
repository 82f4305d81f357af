package gpucode

import (
	"strings"
	"testing"
)

const testHash = "_0xd5b8e54c3bdbe32278919b3d4169ac50"

func TestNamesInText(t *testing.T) {
	long := strings.Repeat("Mul", maxNameLength)
	for text, want := range map[string]string{
		" function={ name=__myl_Tran fqn=__myl_Tran" + testHash + " args={": "__myl_Tran" + testHash,
		"\nfunction={ name=a fqn=b args={":                                  "b", // several functions can share one kernel
		"  function={ name=mha_v1_0 args={":                                 "mha_v1_0",
		"  runtime_fusion={ name=__myl_CorrMulMax input_args":               "__myl_CorrMulMax",
		"  fusion={ name=__myl_bb0_1_FcAdd args":                            "__myl_bb0_1_FcAdd",
		"  confusion={ name=__myl_bb0_1_FcAdd args":                         "",
		"  corrltn={ name=\"conv\" output={":                                "",
		"  function={ name= fqn= args":                                      "",
		"  function={ name=" + long + " args":                               "",
		"(__myl_Tran" + testHash + "(":                                      "__myl_Tran" + testHash,
		" __myl_Tran" + testHash + "_com ":                                  "__myl_Tran" + testHash + "_com",
		" __myl_Tran" + testHash + "_param_0 ":                              "",
		" __myl_Tran" + strings.ToUpper(testHash) + " ":                     "",
		" __myl_Tran_0x1234 ":                                               "",
		" $__myl_Tran" + testHash + "$__cuda_sm20_rcp ":                     "__myl_Tran" + testHash,
		" ZZ48__myl_Tran" + testHash + " ":                                  "",
		" __myl_CastMulLtSeleCast_myl13_0 ":                                 "__myl_CastMulLtSeleCast_myl13_0",
		" __myl_CastMulLtSeleCast ":                                         "",
		" __myl__myl_ ":                                                     "",
		" __myl_ ":                                                          "",
		" __myln_half ":                                                     "",
		" __myl_" + long + testHash + " ":                                   "",
	} {
		var names []string
		for _, kernel := range observe(t, []byte(text), len(text)).Kernels {
			names = append(names, kernel.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%.80q: %.80q, want %q", text, got, want)
		}
	}
}

func TestSurerNamesReplaceNumberedOnes(t *testing.T) {
	for _, plan := range []string{
		" __myl_Add_myl3_0  function={ name=__myl_Add fqn=__myl_Add" + testHash + " args",
		" __myl_Add" + testHash + " __myl_Add_myl3_0 __myl_Add_myl4_0 ",
	} {
		found := observe(t, []byte(plan), 64)
		if len(found.Kernels) != 1 || found.Kernels[0].Name != "__myl_Add"+testHash {
			t.Errorf("%q: %+v", plan, found.Kernels)
		}
	}
	code := testELF{machine: machineCUDA, kernels: []string{"__myl_Add" + testHash}}.bytes()
	found := observe(t, append(code, " function={ name=__myl_Add fqn=__myl_Add"+testHash+" args __myl_Add_myl3_0 "...), 64)
	if len(found.Kernels) != 1 || found.Kernels[0].Size != 32 {
		t.Errorf("a kernel with code: %+v", found.Kernels)
	}
}

func TestOrigins(t *testing.T) {
	for name, want := range map[string]string{
		"__myl_CorrMulMax":         OriginMyelin,
		"__myl_bb0_1_FcAdd":        OriginMyelin,
		"generatedNativePointwise": OriginPointwise,
		"sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize64x64x64": OriginConv,
		"sm80_xmma_fprop_wngd_f32f32_f32_f32_nchwkcrs_nchw_tilesize8x16x16x8":            OriginConv,
		"sm70_xmma_gemm_as_conv1x1_f32f32_f32_f32_tn_n_simt_small_batch_bias_relu":       OriginConv,
		"sm70_xmma_convolution_depthwiseConv_fp32fp32_trt_kernel_fp32_TR3_TS3":           OriginConv,
		"sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize32x32x64_fused20":                 OriginGemm,
		"sm50_xmma_cublas_gemvx_f16f16_f32_f32_tn_n_int32_unit_n":                        OriginGemm,
		"void cutlass::Kernel<cutlass::gemm::kernel::Gemm<int> >(int)":                   OriginGemm,
		"sm50_xmma_softmax_trt_AxisW_FP16NCHW_execute1_kernel_trt":                       OriginOther,
		"sm50_xmma_pooling_fw_4d_FP32FP32NCHW_Average_FastDiv":                           OriginOther,
		"ResizeVectorizedH2x4BilinearKernel":                                             OriginOther,
		"mha_v2_0":                                                                       OriginOther,
	} {
		if got := OriginOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestDemangled(t *testing.T) {
	for symbol, want := range map[string]string{
		"_Z6scale2Pff": "scale2(float*, float)",
		"kernel":       "kernel",
		"_Znonsense":   "_Znonsense",
		"__nv_static_93__81f9ddaa_71_implicit_gemm_fprop_cu_b726baf5__ZN8xmma_trt13implicit_gemm24cuda_reorder_hmma_filterENS0_26Reorder_imma_filter_paramsE": "xmma_trt::implicit_gemm::cuda_reorder_hmma_filter(xmma_trt::implicit_gemm::Reorder_imma_filter_params)",
	} {
		if got := demangled(symbol); got != want {
			t.Errorf("%s: %q, want %q", symbol, got, want)
		}
	}
}
