package kernel

import (
	"encoding/binary"
	"fmt"
)

const (
	greetingSize = 64   // of ZMTP 3, which each side sends first
	maxReadySize = 2048 // a READY command holds the socket type and an identity of ≤ 255 bytes
	maxMessage   = 1 << 28
	frameCost    = 64 // memory in bytes for one frame, even if empty
)

// The flags of a ZMTP 3.0 frame (https://rfc.zeromq.org/spec/23).
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// tooLarge is the error for messages above the limit, its value.
type tooLarge uint64

func (t tooLarge) Error() string { return fmt.Sprintf("a message of more than %d bytes", uint64(t)) }

// limiter tracks the frames that arrive on a connection, byte by byte, and detects a message that is too large at the
// header of a frame.
type limiter struct {
	max    uint64 // size of one message, frameCost per frame included
	skip   int    // bytes before the first frame
	size   uint64 // of the message until now
	header []byte // of the current frame, while incomplete
	left   uint64 // bytes of the current frame's body that are still to come
	more   bool   // another frame of the message follows
}

// advance processes the next bytes. It returns an error if the message is larger than allowed, before the body of the
// frame that exceeds the limit is read.
func (l *limiter) advance(b []byte) error {
	n := min(l.skip, len(b))
	l.skip -= n
	for b = b[n:]; len(b) > 0; {
		if l.left > 0 {
			n := min(l.left, uint64(len(b)))
			l.left -= n
			b = b[n:]
			continue
		}
		l.header, b = append(l.header, b[0]), b[1:]
		flags, body, complete := frameHeader(l.header)
		if !complete {
			continue
		}
		l.header = l.header[:0]
		if !l.more {
			l.size = 0
		}
		l.left, l.more = body, flags&flagMore != 0
		if body > l.max || l.size+body+frameCost > l.max {
			return tooLarge(l.max)
		}
		l.size += body + frameCost
	}
	return nil
}

// frameHeader parses the flags and the body length at the start of a frame; complete reports whether h holds them.
func frameHeader(h []byte) (flags byte, body uint64, complete bool) {
	switch {
	case len(h) < 2:
		return 0, 0, false
	case h[0]&flagLong == 0:
		return h[0], uint64(h[1]), true
	case len(h) < 9:
		return 0, 0, false
	}
	return h[0], binary.BigEndian.Uint64(h[1:]), true
}

// appendMessage appends a message of the given frames to b.
func appendMessage(b []byte, frames [][]byte) []byte {
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = flagMore
		}
		if len(f) < 256 {
			b = append(b, flags, byte(len(f)))
		} else {
			b = binary.BigEndian.AppendUint64(append(b, flags|flagLong), uint64(len(f)))
		}
		b = append(b, f...)
	}
	return b
}
