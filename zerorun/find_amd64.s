//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "kernel_amd64.h"

// Registers of both find functions:
//   AX  which bytes of the block are not zero    SI  the block
//   R8  zero bytes right before the block        R13 p
//   R9  f.least                                  CX  end of the blocks
//   R10 next event, R11 end of the events        DI  f.zeros
//   BX, DX, R12 scratch (BX: also a second mask) Y15 zero

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

// PASS counts the block whose mask is given and carries its run, which goes
// on if all bytes are zero: that is what LZCNT's carry says. It changes DX
// and R12.
#define PASS(mask) \
	POPCNTQ mask, DX                 \
	SUBQ    DX, DI                   \
	XORL    DX, DX                   \
	LZCNTQ  mask, R12                \
	CMOVQCS R8, DX                   \
	LEAQ    (R12)(DX*1), R8

// ENDS jumps to event if a run that is long enough may end in the block whose
// mask is given. It changes DX.
#define ENDS(mask, event) \
	TZCNTQ mask, DX                  \
	ADDQ   R8, DX                    \
	CMPQ   DX, R9                    \
	JGE    event

// func findLongAVX2(f *finder, p *byte, n int) (done, size int)
TEXT ·findLongAVX2(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), BX
	MOVQ p+8(FP), R13
	MOVQ n+16(FP), CX
	BEGIN
	SUBQ $128, CX

	// Two blocks at a time, as long as none has an event.
pair:
	CMPQ SI, CX
	JGT  rest
	NONZERO(0, AX, DX, Y0, Y1)
	NONZERO(64, BX, DX, Y2, Y3)
	ENDS(AX, first)
	PASS(AX)
	ENDS(BX, second)
	PASS(BX)
	ADDQ $128, SI
	JMP  pair

second:
	ADDQ $64, SI
	MOVQ BX, AX
	JMP  first

	// The last block, if there is one.
rest:
	LEAQ 64(CX), DX
	CMPQ SI, DX
	JGT  longdone
	NONZERO(0, AX, DX, Y0, Y1)
	ENDS(AX, first)
	PASS(AX)
	ADDQ $64, SI

longdone:
	MOVQ f+0(FP), BX
	END
	MOVQ SI, done+24(FP)
	MOVQ R10, size+32(FP)
	RET

	// The block at SI, with its mask in AX.
first:
	TESTQ AX, AX
	JZ    passed // long, but not over
	STORE
	ADDQ  $event__size, R10

passed:
	PASS(AX)
	ADDQ $64, SI
	CMPQ R10, R11
	JLT  pair
	JMP  longdone

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
	PASS(AX)
	ADDQ   $64, SI
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
