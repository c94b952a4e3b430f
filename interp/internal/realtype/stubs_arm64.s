#include "textflag.h"

// An entry point has a group of 32 with the same tail. It loads its number in the group and jumps to the tail, which loads the
// group's slots; ·jump goes on with the function value in the slot, as closure context. Nothing of this has a frame or
// touches a register that holds an argument: for the runtime the function was called directly.
#define E(k, d) MOVD $(k), R19 \
	B d(PC)
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
	MOVD ·groups+((g)*8)(SB), R20 \
	B ·jump(SB) \
	E(16, -3) \
	E(17, -5) \
	E(18, -7) \
	E(19, -9) \
	E(20, -11) \
	E(21, -13) \
	E(22, -15) \
	E(23, -17) \
	E(24, -19) \
	E(25, -21) \
	E(26, -23) \
	E(27, -25) \
	E(28, -27) \
	E(29, -29) \
	E(30, -31) \
	E(31, -33)
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
	MOVD (R20)(R19<<3), R26
	MOVD (R26), R20
	B (R20)

DATA ·stubBase(SB)/8, $·stubs(SB)
GLOBL ·stubBase(SB), RODATA, $8

// A call goes through a hop with the receiver in R0 and the hop as closure context.
TEXT ·fieldCode(SB),NOSPLIT|NOFRAME,$0-0
	MOVD 8(R26), R20
	MOVB (R0), R27
	ADD R20, R0
	MOVD 16(R26), R26
	MOVD (R26), R20
	B (R20)

TEXT ·pointerCode(SB),NOSPLIT|NOFRAME,$0-0
	MOVD 8(R26), R20
	MOVB (R0), R27
	MOVD (R0)(R20), R0
	MOVD 16(R26), R26
	MOVD (R26), R20
	B (R20)

DATA ·fieldHop(SB)/8, $·fieldCode(SB)
GLOBL ·fieldHop(SB), RODATA, $8
DATA ·pointerHop(SB)/8, $·pointerCode(SB)
GLOBL ·pointerHop(SB), RODATA, $8
