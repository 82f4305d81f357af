package compare

import "testing"

func TestNormalName(t *testing.T) {
	const hash = "_0x9474fb0123456789abcdef0123456789"
	for name, want := range map[string]string{
		"__myl_CastMulLtSeleCast_myl6_0":        "__myl_CastMulLtSeleCast_myl#",
		"__myl_CastMulLtSeleCast_myl13_0":       "__myl_CastMulLtSeleCast_myl#",
		"__myl_MulMaxTran" + hash:               "__myl_MulMaxTran_0x#",
		"__myl_MulMaxTran" + hash + "_com_vec":  "__myl_MulMaxTran_0x#_com_vec",
		"nvrtc_prog_1694013261_cu_abc":          "nvrtc_prog_#_cu_abc",
		"generatedNativePointwise":              "generatedNativePointwise",
		"__myl_bb0_1_FcAdd":                     "__myl_bb0_1_FcAdd", // the numbers tell which operations it is
		"sm80_xmma_gemm_tilesize128x64x64":      "sm80_xmma_gemm_tilesize128x64x64",
		"kernel_0x1f":                           "kernel_0x1f", // too short for a hash
		"":                                      "",
		"_myl1":                                 "_myl#",
		"__myl_A_myl1_2_3_b" + hash + "_myl4_5": "__myl_A_myl#_b_0x#_myl#",
	} {
		if got := normalName(name); got != want {
			t.Errorf("%s became %s, want %s", name, got, want)
		}
	}
}
