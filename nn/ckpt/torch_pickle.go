package ckpt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// argument is what follows an opcode of a pickle: a number of bytes, or one of the forms below.
type argument int

const (
	twoLines argument = -iota - 1
	counted1          // a length in one byte and that many bytes
	counted4
	counted8
)

// opcodes are those that torch.save writes (protocol 2, and 4 on request), by Python's Lib/pickletools.py. Other
// opcodes could make the unpickler do more than build dicts of tensors.
var opcodes = map[byte]argument{
	0x80: 1, 0x95: counted8, '(': 0, '.': 0, 'N': 0, 0x88: 0, 0x89: 0, // PROTO FRAME MARK STOP NONE NEWTRUE NEWFALSE
	'J': 4, 'K': 1, 'M': 2, 0x8a: counted1, 'G': 8, // BININT BININT1 BININT2 LONG1 BINFLOAT
	'X': counted4, 0x8c: counted1, 0x8d: counted8, // BINUNICODE SHORT_BINUNICODE BINUNICODE8
	')': 0, 't': 0, 0x85: 0, 0x86: 0, 0x87: 0, // EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3
	'}': 0, ']': 0, 'a': 0, 'e': 0, 's': 0, 'u': 0, // EMPTY_DICT EMPTY_LIST APPEND APPENDS SETITEM SETITEMS
	'c': twoLines, 0x93: 0, 'R': 0, 'b': 0, 'Q': 0, // GLOBAL STACK_GLOBAL REDUCE BUILD BINPERSID
	'h': 1, 'j': 4, 'q': 1, 'r': 4, 0x94: 0, // BINGET LONG_BINGET BINPUT LONG_BINPUT MEMOIZE
}

const frameOp, stopOp = 0x95, '.'

var errPickle = errors.New("data.pkl ends within an instruction")

// checkPickle scans the instructions of a pickle. It rejects lengths beyond the end and excessive numbers of objects,
// for which the unpickler would allocate memory.
func checkPickle(b []byte) error {
	marks, room := 0, spareObjects+16*len(b)
	for len(b) > 0 {
		op := b[0]
		arg, ok := opcodes[op]
		if !ok {
			return fmt.Errorf("data.pkl has instruction %#x, which is not expected in a state dict", op)
		}
		switch op {
		case stopOp:
			return nil
		case '(':
			marks++
		case 't', 'e', 'u':
			marks--
		}
		if room -= weight(op); room < 0 || marks > maxMarks {
			return errors.New("data.pkl makes more objects than a state dict of its size has")
		}
		n, err := size(arg, b[1:])
		if err != nil {
			return err
		}
		if op == frameOp {
			n = 8 // continue with the instructions in the frame
		}
		b = b[1+n:]
	}
	return errPickle
}

// The unpickler keeps a stack for every open mark, and large objects for instructions of one byte.
const (
	maxMarks     = 1000
	spareObjects = 16 << 20 // bytes that files may take beyond 16 times their size
)

// weight returns approximately how many bytes the unpickler keeps for an instruction. Those of a mark are freed when
// it is closed.
func weight(op byte) int {
	switch op {
	case '}':
		return 160
	case 0x94, 'q', 'r', ']', ')', 't', 0x85, 0x86, 0x87:
		return 100
	}
	return 40
}

// size returns the length of an argument at the start of b. One that goes beyond the end is an error.
func size(arg argument, b []byte) (int, error) {
	var n uint64
	switch arg {
	case twoLines:
		for range 2 {
			i := bytes.IndexByte(b[n:], '\n')
			if i < 0 {
				return 0, errPickle
			}
			n += uint64(i) + 1
		}
		return int(n), nil
	case counted1, counted4, counted8:
		width := map[argument]int{counted1: 1, counted4: 4, counted8: 8}[arg]
		if len(b) < width {
			return 0, errPickle
		}
		var length [8]byte
		copy(length[:], b[:width])
		n = binary.LittleEndian.Uint64(length[:])
		if n > uint64(len(b)) {
			return 0, errPickle
		}
		n += uint64(width)
	default:
		n = uint64(arg)
	}
	if n > uint64(len(b)) {
		return 0, errPickle
	}
	return int(n), nil
}
