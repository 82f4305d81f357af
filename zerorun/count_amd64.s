//go:build !purego

#include "textflag.h"
#include "kernel_amd64.h"

// Each of these jumps to found if there is an aligned zero of its size in the
// 128 bytes in Y0 to Y3. They may change Y4 and Y5.
#define BLOCK \
	VPOR     Y0, Y1, Y4     \
	VPOR     Y2, Y3, Y5     \
	VPOR     Y4, Y5, Y4     \
	VPTEST   Y4, Y4         \
	JZ       found

#define HALF \
	VPOR     Y0, Y1, Y4     \
	VPTEST   Y4, Y4         \
	JZ       found          \
	VPOR     Y2, Y3, Y5     \
	VPTEST   Y5, Y5         \
	JZ       found

#define ELEMENT(MIN, EQUAL) \
	MIN      Y0, Y1, Y4     \
	MIN      Y2, Y3, Y5     \
	MIN      Y4, Y5, Y4     \
	EQUAL    Y4, Y15, Y4    \
	VPTEST   Y4, Y4         \
	JNZ      found

#define LONG ELEMENT(VPMINUD, VPCMPEQD)
#define WORD ELEMENT(VPMINUW, VPCMPEQW)
#define BYTE ELEMENT(VPMINUB, VPCMPEQB)

// COUNT is the loop over blocks of 128 bytes. Zeros are counted in the bytes
// of two vectors, which are added up before they overflow: a block adds at
// most 2 to each byte, 126 blocks add 252.
//   SI next block, CX blocks left, DX blocks left before adding up
//   Y12, Y13 counts, Y14 their sums, Y15 zero
#define COUNT(outer, inner, TEST) \
outer:                      \
	TESTQ    CX, CX         \
	JZ       done           \
	MOVL     $126, DX       \
	CMPQ     CX, DX         \
	CMOVQLT  CX, DX         \
	SUBQ     DX, CX         \
	VPXOR    Y12, Y12, Y12  \
	VPXOR    Y13, Y13, Y13  \
inner:                      \
	VMOVDQU  (SI), Y0       \
	VMOVDQU  32(SI), Y1     \
	VMOVDQU  64(SI), Y2     \
	VMOVDQU  96(SI), Y3     \
	TEST                    \
	VPCMPEQB Y0, Y15, Y0    \
	VPCMPEQB Y1, Y15, Y1    \
	VPCMPEQB Y2, Y15, Y2    \
	VPCMPEQB Y3, Y15, Y3    \
	VPADDB   Y0, Y1, Y0     \
	VPADDB   Y2, Y3, Y2     \
	VPSUBB   Y0, Y12, Y12   \
	VPSUBB   Y2, Y13, Y13   \
	ADDQ     $128, SI       \
	DECQ     DX             \
	JNZ      inner          \
	VPSADBW  Y15, Y12, Y12  \
	VPSADBW  Y15, Y13, Y13  \
	VPADDQ   Y12, Y14, Y14  \
	VPADDQ   Y13, Y14, Y14  \
	JMP      outer

// func countAVX2(p *byte, n int, grain int64) (done, zeros, before int)
TEXT ·countAVX2(SB), NOSPLIT, $0-48
	MOVQ  p+0(FP), SI
	MOVQ  n+8(FP), CX
	MOVQ  grain+16(FP), AX
	SHRQ  $7, CX
	MOVQ  SI, DI // start
	VPXOR Y15, Y15, Y15
	VPXOR Y14, Y14, Y14
	XORL  BX, BX // before
	CMPQ  AX, $2
	JEQ   words
	JLT   bytes
	CMPQ  AX, $4
	JEQ   longs

	CMPQ  AX, $64
	JEQ   halves

	COUNT(blocks, block, BLOCK)
	COUNT(halves, half, HALF)
	COUNT(longs, long, LONG)
	COUNT(words, word, WORD)
	COUNT(bytes, byte, BYTE)

found:
	VPSADBW Y15, Y12, Y12
	VPSADBW Y15, Y13, Y13
	VPADDQ  Y12, Y14, Y14
	VPADDQ  Y13, Y14, Y14

done:
	// The zero bytes at the end of the last block, which are fewer than 128.
	CMPQ   SI, DI
	JEQ    sum
	NONZERO(-64, AX, DX, Y0, Y1)
	LZCNTQ AX, BX
	TESTQ  AX, AX
	JNZ    sum
	NONZERO(-128, AX, DX, Y0, Y1)
	LZCNTQ AX, BX
	ADDQ   $64, BX

sum:
	VEXTRACTI128 $1, Y14, X0
	VPADDQ       X0, X14, X0
	VPSRLDQ      $8, X0, X1
	VPADDQ       X0, X1, X0
	VMOVQ        X0, AX
	VZEROUPPER
	SUBQ         DI, SI
	MOVQ         SI, done+24(FP)
	MOVQ         AX, zeros+32(FP)
	MOVQ         BX, before+40(FP)
	RET

// func prefixAVX2(p *byte, n int) int
TEXT ·prefixAVX2(SB), NOSPLIT, $0-24
	MOVQ  p+0(FP), SI
	MOVQ  n+8(FP), CX
	ANDQ  $~127, CX
	ADDQ  SI, CX        // end of the whole blocks
	MOVQ  SI, DI        // start
	VPXOR Y15, Y15, Y15

loop:
	CMPQ    SI, CX
	JGE     out
	VMOVDQU (SI), Y0
	VMOVDQU 64(SI), Y1
	VPOR    32(SI), Y0, Y2
	VPOR    96(SI), Y1, Y3
	VPOR    Y2, Y3, Y3
	VPTEST  Y3, Y3
	JNZ     ends
	ADDQ    $128, SI
	JMP     loop

ends:
	NONZERO(0, AX, DX, Y0, Y1)
	TZCNTQ AX, BX
	ADDQ   BX, SI
	TESTQ  AX, AX
	JNZ    out
	NONZERO(0, AX, DX, Y0, Y1)
	TZCNTQ AX, BX
	ADDQ   BX, SI

out:
	VZEROUPPER
	SUBQ DI, SI
	MOVQ SI, ret+16(FP)
	RET
