package kernel

import (
	"encoding/binary"
	"fmt"
)

const (
	greetingSize = 64   // of ZMTP 3, what each side says first
	maxReadySize = 2048 // a READY command holds the socket type and an identity of ≤ 255 bytes
	maxMessage   = 1 << 28
	frameCost    = 64 // what one frame, even empty, costs us in memory
)

// The flags of a ZMTP 3.0 frame (https://rfc.zeromq.org/spec/23).
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// tooLarge is the limit that a message was above.
type tooLarge uint64

func (t tooLarge) Error() string { return fmt.Sprintf("a message of more than %d bytes", uint64(t)) }

// limiter follows the frames that arrive on a connection, byte by byte, and finds a message that is too large when
// the header of a frame says so.
type limiter struct {
	max    uint64 // size of one message, frameCost per frame included
	skip   int    // bytes before the first frame
	size   uint64 // of the message so far
	header []byte // of the frame that begins
	left   uint64 // bytes missing from the body of the current frame
	more   bool   // the message has another frame after that
}

// advance takes the next bytes. An error means that the message is larger than allowed; the body that makes it so has
// not been read yet.
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

// frameHeader parses the flags and the body length at the start of a frame, if h holds all of them.
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

// appendMessage writes a message of these frames.
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
