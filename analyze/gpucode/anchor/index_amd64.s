//go:build amd64 && !purego

#include "textflag.h"

// Every byte gets a class by two table look-ups, one for each half of it: bit k is set if it is the first
// byte of pair k, bit 4+k if it is the second. A pair is where the byte before has the first bit and the
// byte itself the second.

// func indexAVX2(data *byte, n int, classes *[2][16]byte) (index int, mask uint64)
TEXT ·indexAVX2(SB), NOSPLIT, $0-40
	MOVQ data+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ classes+16(FP), DX
	VBROADCASTI128 (DX), Y0       // by the lower half of a byte
	VBROADCASTI128 16(DX), Y1     // by the upper half
	MOVL $0x0f0f0f0f, BX
	VMOVD BX, X2
	VPBROADCASTD X2, Y2
	VPXOR Y3, Y3, Y3              // the classes of the 32 bytes before
	XORQ AX, AX

step:
	CMPQ AX, CX
	JGE  none
	VMOVDQU   (SI)(AX*1), Y4
	VMOVDQU 32(SI)(AX*1), Y5
	VPSRLW  $4, Y4, Y6
	VPSRLW  $4, Y5, Y7
	VPAND   Y2, Y4, Y4
	VPAND   Y2, Y5, Y5
	VPAND   Y2, Y6, Y6
	VPAND   Y2, Y7, Y7
	VPSHUFB Y4, Y0, Y4
	VPSHUFB Y5, Y0, Y5
	VPSHUFB Y6, Y1, Y6
	VPSHUFB Y7, Y1, Y7
	VPAND   Y4, Y6, Y4            // classes, first half
	VPAND   Y5, Y7, Y5            // classes, second half

	VPERM2I128 $0x21, Y4, Y3, Y6
	VPALIGNR   $15, Y6, Y4, Y6    // those of the bytes before
	VPERM2I128 $0x21, Y5, Y4, Y7
	VPALIGNR   $15, Y7, Y5, Y7
	VMOVDQA    Y5, Y3

	VPSRLW $4, Y4, Y8
	VPSRLW $4, Y5, Y9
	VPAND  Y6, Y8, Y8
	VPAND  Y7, Y9, Y9
	VPOR   Y8, Y9, Y10
	VPTEST Y2, Y10                // the upper bits of a byte mean nothing here
	JNZ    hit
	ADDQ   $64, AX
	JMP    step

hit:
	VPAND     Y2, Y8, Y8
	VPAND     Y2, Y9, Y9
	VPXOR     Y10, Y10, Y10
	VPCMPEQB  Y8, Y10, Y8
	VPCMPEQB  Y9, Y10, Y9
	VPMOVMSKB Y8, R8
	VPMOVMSKB Y9, R9
	SHLQ      $32, R9
	ORQ       R9, R8
	NOTQ      R8
	VZEROUPPER
	MOVQ AX, index+24(FP)
	MOVQ R8, mask+32(FP)
	RET

none:
	VZEROUPPER
	MOVQ CX, index+24(FP)
	MOVQ $0, mask+32(FP)
	RET
