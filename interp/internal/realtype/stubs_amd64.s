#include "textflag.h"

// An entry point has a group of 32 with the same tail. It loads its number in the group and jumps to the tail, which loads the
// group's slots; ·jump goes on with the function value in the slot, as closure context. Nothing of this has a frame or
// touches a register that holds an argument: for the runtime the function was called directly.
#define E(k, d) MOVB $(k), R12 \
	JMP d(PC)
#define G(g) E(0, 31) \
	E(1, 29) \
	E(2, 27) \
	E(3, 25) \
	E(4, 23) \
	E(5, 21) \
	E(6, 19) \
	E(7, 17) \
	E(8, 15) \
	E(9, 13) \
	E(10, 11) \
	E(11, 9) \
	E(12, 7) \
	E(13, 5) \
	E(14, 3) \
	E(15, 1) \
	MOVBLZX R12, R12 \
	MOVQ ·groups+((g)*8)(SB), R13 \
	JMP ·jump(SB) \
	E(16, -4) \
	E(17, -6) \
	E(18, -8) \
	E(19, -10) \
	E(20, -12) \
	E(21, -14) \
	E(22, -16) \
	E(23, -18) \
	E(24, -20) \
	E(25, -22) \
	E(26, -24) \
	E(27, -26) \
	E(28, -28) \
	E(29, -30) \
	E(30, -32) \
	E(31, -34)
#define G4(g) G(g) \
	G(g+1) \
	G(g+2) \
	G(g+3)
#define G16(g) G4(g) \
	G4(g+4) \
	G4(g+8) \
	G4(g+12)
#define G64(g) G16(g) \
	G16(g+16) \
	G16(g+32) \
	G16(g+48)
#define G256(g) G64(g) \
	G64(g+64) \
	G64(g+128) \
	G64(g+192)
#define G1024(g) G256(g) \
	G256(g+256) \
	G256(g+512) \
	G256(g+768)
#define G4096(g) G1024(g) \
	G1024(g+1024) \
	G1024(g+2048) \
	G1024(g+3072)

TEXT ·stubs(SB),NOSPLIT|NOFRAME,$0-0
	G4096(0)
	RET

TEXT ·jump(SB),NOSPLIT|NOFRAME,$0-0
	MOVQ (R13)(R12*8), DX
	MOVQ (DX), R13
	JMP R13

DATA ·stubBase(SB)/8, $·stubs(SB)
GLOBL ·stubBase(SB), RODATA, $8

// A call goes through a hop with the receiver in AX and the hop as closure context.
TEXT ·fieldCode(SB),NOSPLIT|NOFRAME,$0-0
	MOVQ 8(DX), R13
	TESTB AX, (AX)
	ADDQ R13, AX
	MOVQ 16(DX), DX
	MOVQ (DX), R13
	JMP R13

TEXT ·pointerCode(SB),NOSPLIT|NOFRAME,$0-0
	MOVQ 8(DX), R13
	TESTB AX, (AX)
	MOVQ (AX)(R13*1), AX
	MOVQ 16(DX), DX
	MOVQ (DX), R13
	JMP R13

DATA ·fieldHop(SB)/8, $·fieldCode(SB)
GLOBL ·fieldHop(SB), RODATA, $8
DATA ·pointerHop(SB)/8, $·pointerCode(SB)
GLOBL ·pointerHop(SB), RODATA, $8
