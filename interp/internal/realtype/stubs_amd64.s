#include "textflag.h"

// An entry point loads its number and jumps to the function value in its slot, with that value as closure context.
// It has no frame and touches no register that holds an argument: for the runtime the function was called directly.
#define S(i) MOVL $(i), R12 \
	JMP ·jump(SB)
#define S4(i) S(i) \
	S(i+1) \
	S(i+2) \
	S(i+3)
#define S16(i) S4(i) \
	S4(i+4) \
	S4(i+8) \
	S4(i+12)
#define S64(i) S16(i) \
	S16(i+16) \
	S16(i+32) \
	S16(i+48)
#define S256(i) S64(i) \
	S64(i+64) \
	S64(i+128) \
	S64(i+192)
#define S1024(i) S256(i) \
	S256(i+256) \
	S256(i+512) \
	S256(i+768)
#define S4096(i) S1024(i) \
	S1024(i+1024) \
	S1024(i+2048) \
	S1024(i+3072)
#define S16384(i) S4096(i) \
	S4096(i+4096) \
	S4096(i+8192) \
	S4096(i+12288)

TEXT ·stubs(SB),NOSPLIT|NOFRAME,$0-0
	S16384(0)
	S16384(16384)
	RET

TEXT ·jump(SB),NOSPLIT|NOFRAME,$0-0
	LEAQ ·slots(SB), R13
	MOVQ (R13)(R12*8), DX
	MOVQ (DX), R13
	JMP R13

DATA ·stubBase(SB)/8, $·stubs(SB)
GLOBL ·stubBase(SB), RODATA, $8
