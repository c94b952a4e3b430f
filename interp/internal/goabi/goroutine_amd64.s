#include "textflag.h"

// func goroutine() (id, used uintptr)
TEXT ·goroutine(SB), NOSPLIT, $0-16
	MOVQ (TLS), AX
	MOVQ AX, id+0(FP)
	MOVQ 8(AX), AX // the stack's end
	SUBQ SP, AX
	MOVQ AX, used+8(FP)
	RET
