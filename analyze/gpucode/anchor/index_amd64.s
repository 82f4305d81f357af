//go:build amd64 && !purego

#include "textflag.h"

// Every step compares the words at the even and at the odd offsets of 64 bytes with four words. Memory
// operands of VEX instructions need no alignment, so the odd offsets cost a load and no shift.

// func indexAVX2(data *byte, n int, words *[4]uint16) (index int, mask uint64)
TEXT ·indexAVX2(SB), NOSPLIT, $0-40
	MOVQ data+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ words+16(FP), DX
	VPBROADCASTW 0(DX), Y0
	VPBROADCASTW 2(DX), Y1
	VPBROADCASTW 4(DX), Y2
	VPBROADCASTW 6(DX), Y3
	XORQ AX, AX

step:
	CMPQ AX, CX
	JGE  none
	VMOVDQU  (SI)(AX*1), Y4
	VMOVDQU 32(SI)(AX*1), Y5
	VMOVDQU  1(SI)(AX*1), Y6
	VMOVDQU 33(SI)(AX*1), Y7

	VPCMPEQW Y4, Y0, Y8
	VPCMPEQW Y4, Y1, Y9
	VPCMPEQW Y4, Y2, Y10
	VPCMPEQW Y4, Y3, Y11
	VPOR     Y8, Y9, Y8
	VPOR     Y10, Y11, Y10
	VPOR     Y8, Y10, Y4        // even, first half

	VPCMPEQW Y5, Y0, Y8
	VPCMPEQW Y5, Y1, Y9
	VPCMPEQW Y5, Y2, Y10
	VPCMPEQW Y5, Y3, Y11
	VPOR     Y8, Y9, Y8
	VPOR     Y10, Y11, Y10
	VPOR     Y8, Y10, Y5        // even, second half

	VPCMPEQW Y6, Y0, Y8
	VPCMPEQW Y6, Y1, Y9
	VPCMPEQW Y6, Y2, Y10
	VPCMPEQW Y6, Y3, Y11
	VPOR     Y8, Y9, Y8
	VPOR     Y10, Y11, Y10
	VPOR     Y8, Y10, Y6        // odd, first half

	VPCMPEQW Y7, Y0, Y8
	VPCMPEQW Y7, Y1, Y9
	VPCMPEQW Y7, Y2, Y10
	VPCMPEQW Y7, Y3, Y11
	VPOR     Y8, Y9, Y8
	VPOR     Y10, Y11, Y10
	VPOR     Y8, Y10, Y7        // odd, second half

	VPOR   Y4, Y5, Y8
	VPOR   Y6, Y7, Y9
	VPOR   Y8, Y9, Y8
	VPTEST Y8, Y8
	JNZ    hit
	ADDQ   $64, AX
	JMP    step

hit:
	// A word that fits sets two bits of a mask: keep the lower, the odd words' one place up.
	VPMOVMSKB Y4, R8
	VPMOVMSKB Y5, R9
	VPMOVMSKB Y6, R10
	VPMOVMSKB Y7, R11
	SHLQ $32, R9
	ORQ  R9, R8
	SHLQ $32, R11
	ORQ  R11, R10
	MOVQ $0x5555555555555555, R12
	ANDQ R12, R8
	ANDQ R12, R10
	SHLQ $1, R10
	ORQ  R10, R8
	VZEROUPPER
	MOVQ AX, index+24(FP)
	MOVQ R8, mask+32(FP)
	RET

none:
	VZEROUPPER
	MOVQ CX, index+24(FP)
	MOVQ $0, mask+32(FP)
	RET
