package kernel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The parts of ZMTP 3.0 (https://rfc.zeromq.org/spec/23) that the transport must know to watch a
// connection from below zmq4: the greeting, the READY command and the lengths of frames.

const (
	greetingSize = 64
	maxReadySize = 2048 // a READY command holds the socket type and an identity of ≤ 255 bytes
	maxMessage   = 1 << 28
	frameCost    = 64 // what one frame, even empty, costs us in memory

	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

var errGreeting = errors.New("not a ZMTP 3 greeting with NULL security")

// greeting is what zmq4 sends first; the transport sends it earlier, see handshake.
func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9], g[10] = 0xFF, 0x7F, 3
	copy(g[12:32], "NULL")
	return g
}

// checkGreeting refuses peers that zmq4 would refuse, before zmq4 sees them.
func checkGreeting(g []byte) error {
	mechanism := append([]byte("NULL"), make([]byte, 16)...)
	if g[0] != 0xFF || g[9] != 0x7F || g[10] < 3 || !bytes.Equal(g[12:32], mechanism) || g[32] > 1 {
		return errGreeting
	}
	return nil
}

// checkReady parses a READY command and refuses metadata that would make zmq4 index out of range,
// and socket types that it would leave open forever.
func checkReady(body []byte, accepts []string) error {
	rest, ok := bytes.CutPrefix(body, []byte("\x05READY"))
	if !ok {
		return errors.New("the first command is not READY")
	}
	socketType := ""
	for len(rest) > 0 {
		name, value, tail, err := property(rest)
		if err != nil {
			return err
		}
		switch { // zmq4 looks for this spelling, and takes the last
		case string(name) == "Socket-Type":
			socketType = string(value)
		case bytes.EqualFold(name, []byte("Socket-Type")):
			return fmt.Errorf("unusual spelling %q", name)
		}
		rest = tail
	}
	if !slices.Contains(accepts, socketType) {
		return fmt.Errorf("socket type %q does not fit here", socketType)
	}
	return nil
}

// property cuts one name-value pair off the metadata of a command.
func property(p []byte) (name, value, tail []byte, err error) {
	short := errors.New("truncated metadata")
	n := int(p[0])
	if n == 0 || len(p) < 1+n+4 {
		return nil, nil, nil, short
	}
	name, p = p[1:1+n], p[1+n:]
	size := binary.BigEndian.Uint32(p)
	if p = p[4:]; uint64(size) > uint64(len(p)) {
		return nil, nil, nil, short
	}
	return name, p[:size], p[size:], nil
}

// frameHeader parses the flags and the body length at the start of h, and says how many bytes they
// take; 0 when h is too short to tell.
func frameHeader(h []byte) (flags byte, body uint64, size int) {
	switch {
	case len(h) < 2:
		return 0, 0, 0
	case h[0]&flagLong == 0:
		return h[0], uint64(h[1]), 2
	case len(h) < 9:
		return 0, 0, 0
	}
	return h[0], binary.BigEndian.Uint64(h[1:]), 9
}

// frames follows one direction of a connection, byte by byte, and knows where messages end.
type frames struct {
	limit   uint64               // of one message; 0 = none
	message func(m *frameRecord) // called at the end of each message, may be nil

	header []byte
	flags  byte
	left   uint64 // bytes missing from the body of the current frame
	inBody bool
	record frameRecord
}

// frameRecord is what frames remembers of a message.
type frameRecord struct {
	command bool
	count   int
	size    uint64
	start   []byte // the first bytes of the first frame: enough for a subscription
}

const recordedBytes = 256

// boundary reports whether the bytes seen so far end with a message.
func (f *frames) boundary() bool { return !f.inBody && len(f.header) == 0 && f.record.count == 0 }

// advance takes the next bytes of the stream. An error means that the message is larger than the
// limit allows, found when its header is complete and before its body is read.
func (f *frames) advance(p []byte) error {
	for len(p) > 0 || f.inBody && f.left == 0 {
		if f.inBody {
			p = f.body(p)
			continue
		}
		f.header, p = append(f.header, p[0]), p[1:]
		flags, size, n := frameHeader(f.header)
		if n == 0 {
			continue
		}
		f.header = f.header[:0]
		f.flags, f.left, f.inBody = flags, size, true
		f.record.count++
		f.record.command = f.record.command || flags&flagCommand != 0
		if f.limit > 0 && (size > f.limit || f.record.size+size+frameCost > f.limit) {
			return fmt.Errorf("a message of more than %d bytes", f.limit)
		}
		f.record.size += size + frameCost
	}
	return nil
}

// body takes the part of p that belongs to the current frame and returns the rest.
func (f *frames) body(p []byte) []byte {
	n := min(f.left, uint64(len(p)))
	if room := recordedBytes - len(f.record.start); f.record.count == 1 && room > 0 {
		f.record.start = append(f.record.start, p[:min(n, uint64(room))]...)
	}
	f.left -= n
	if f.left == 0 {
		f.inBody = false
		if f.flags&flagMore == 0 {
			f.endMessage()
		}
	}
	return p[n:]
}

func (f *frames) endMessage() {
	if f.message != nil {
		f.message(&f.record)
	}
	f.record = frameRecord{start: f.record.start[:0]}
}
