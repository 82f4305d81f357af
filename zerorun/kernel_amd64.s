//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// NONZERO sets mask to the bytes of 64 at off(SI) that are not zero, one bit
// each. Y15 is zero.
#define NONZERO(off, mask, tmp, ymask, ytmp) \
	VPCMPEQB off(SI), Y15, ymask    \
	VPCMPEQB off+32(SI), Y15, ytmp  \
	VPMOVMSKB ymask, mask           \
	VPMOVMSKB ytmp, tmp             \
	SHLQ $32, tmp                   \
	ORQ  tmp, mask                  \
	NOTQ mask

// COUNT is a loop over blocks of 128 bytes. MIN makes one vector of four in
// which there is a zero element if there is one in any of them; TEST and FOUND
// tell so (VPOR with zero changes nothing). Bytes are counted in those of two vectors, which are added up
// before they overflow: a block adds at most 2 to each, 126 blocks add 252.
//   SI next block, CX blocks left, DX blocks left before adding up
//   Y12, Y13 counts, Y14 their sums, Y15 zero
#define COUNT(outer, inner, MIN, TEST, FOUND) \
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
	MIN      Y0, Y1, Y4     \
	MIN      Y2, Y3, Y5     \
	MIN      Y4, Y5, Y4     \
	TEST     Y4, Y15, Y4    \
	VPTEST   Y4, Y4         \
	FOUND    found          \
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

	COUNT(blocks, block, VPOR, VPOR, JZ)
	COUNT(longs, long, VPMINUD, VPCMPEQD, JNZ)
	COUNT(words, word, VPMINUW, VPCMPEQW, JNZ)
	COUNT(bytes, byte, VPMINUB, VPCMPEQB, JNZ)

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

// Registers of both find functions:
//   AX  which bytes of the block are not zero    SI  the block
//   R8  zero bytes right before the block        R13 p
//   R9  f.least                                  CX  end of the blocks
//   R10 next event, R11 end of the events        DI  f.zeros
//   BX, DX, R12 scratch                          Y15 zero

// BEGIN sets them up, from f in BX, p in R13 and n in CX.
#define BEGIN \
	ANDQ  $~63, CX                   \
	MOVQ  R13, SI                    \
	ADDQ  R13, CX                    \
	MOVQ  finder_run(BX), R8         \
	MOVQ  finder_zeros(BX), DI       \
	MOVQ  finder_least(BX), R9       \
	LEAQ  finder_events(BX), R10     \
	LEAQ  (const_maxEvents*event__size)(R10), R11 \
	VPXOR Y15, Y15, Y15

// END stores the state in f, in BX, and leaves the results in SI and R10.
// The bytes that are not zero were taken from DI: all bytes are added.
#define END \
	VZEROUPPER                       \
	SUBQ R13, SI                     \
	ADDQ SI, DI                      \
	MOVQ R8, finder_run(BX)          \
	MOVQ DI, finder_zeros(BX)        \
	LEAQ finder_events(BX), BX       \
	SUBQ BX, R10

// STORE writes the block as the next event. It changes DX.
#define STORE \
	MOVQ AX, event_nonzero(R10)      \
	MOVQ R8, event_run(R10)          \
	MOVQ SI, DX                      \
	SUBQ R13, DX                     \
	MOVQ DX, event_block(R10)

// NEXT counts the block and carries its run, which goes on if all bytes are
// zero. It changes DX.
#define NEXT \
	POPCNTQ AX, DX                   \
	SUBQ    DX, DI                   \
	XORL    DX, DX                   \
	TESTQ   AX, AX                   \
	CMOVQEQ R8, DX                   \
	LZCNTQ  AX, R8                   \
	ADDQ    DX, R8                   \
	ADDQ    $64, SI

// func findLongAVX2(f *finder, p *byte, n int) (done, size int)
TEXT ·findLongAVX2(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), BX
	MOVQ p+8(FP), R13
	MOVQ n+16(FP), CX
	BEGIN
	CMPQ SI, CX
	JGE  longdone

long:
	NONZERO(0, AX, DX, Y0, Y1)
	TZCNTQ AX, DX
	ADDQ   R8, DX  // length of the run, if it ends in this block
	CMPQ   DX, R9
	JGE    longevent

longnext:
	NEXT
	CMPQ SI, CX
	JLT  long

longdone:
	MOVQ f+0(FP), BX
	END
	MOVQ SI, done+24(FP)
	MOVQ R10, size+32(FP)
	RET

longevent:
	TESTQ AX, AX
	JZ    longnext // long, but not over
	STORE
	ADDQ  $event__size, R10
	CMPQ  R10, R11
	JLT   longnext
	NEXT
	JMP   longdone

// ERODE keeps the bits of DX that are followed by step more.
#define ERODE(step) \
	MOVQ  (finder_steps+8*step)(R12), BX \
	SHRXQ BX, DX, BX                 \
	ANDQ  BX, DX

// func findShortAVX2(f *finder, p *byte, n int) (done, size int)
//
// There may be an event in most blocks, and nothing to predict it by: so
// each block is stored, and the next one over it if it was none.
TEXT ·findShortAVX2(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), BX
	MOVQ p+8(FP), R13
	MOVQ n+16(FP), CX
	BEGIN
	CMPQ SI, CX
	JGE  shortdone

short:
	NONZERO(0, AX, DX, Y0, Y1)
	STORE

	// The runs inside, without the one that may go on in the next block.
	LZCNTQ AX, BX
	MOVQ   AX, DX
	NOTQ   DX
	SHLXQ  BX, DX, DX
	MOVQ   f+0(FP), R12
	ERODE(0)
	TESTQ  DX, DX
	JZ     eroded
	ERODE(1)
	ERODE(2)
	ERODE(3)
	ERODE(4)
	ERODE(5)

eroded:
	TZCNTQ AX, BX
	ADDQ   R8, BX   // length of the run, if it ends in this block
	XORL   R12, R12
	CMPQ   BX, R9
	SETGE  R12
	NEGQ   DX       // carry: there is a run inside
	ADCQ   $0, R12
	// 0, 1 or 2; nothing ends in a block of zeros.
	CMPQ   AX, $1   // carry: a block of zeros
	SBBQ   DX, DX
	NOTQ   DX
	ANDQ   DX, R12
	NEGQ   R12
	SBBQ   R12, R12
	ANDL   $event__size, R12
	ADDQ   R12, R10
	NEXT
	CMPQ   R10, R11
	JGE    shortdone
	CMPQ   SI, CX
	JLT    short

shortdone:
	MOVQ f+0(FP), BX
	END
	MOVQ SI, done+24(FP)
	MOVQ R10, size+32(FP)
	RET
