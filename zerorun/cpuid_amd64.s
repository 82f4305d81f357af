//go:build !purego

#include "textflag.h"

// func hasLZCNT() bool: bit 5 of ECX in leaf 0x80000001, if there is that leaf.
TEXT ·hasLZCNT(SB), NOSPLIT, $0-1
	MOVL $0x80000000, AX
	CPUID
	CMPL AX, $0x80000001
	JB   absent
	MOVL $0x80000001, AX
	XORL CX, CX
	CPUID
	SHRL $5, CX
	ANDL $1, CX
	MOVB CX, ret+0(FP)
	RET

absent:
	MOVB $0, ret+0(FP)
	RET
