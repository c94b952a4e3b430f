package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// zmq4 performs the handshake with a peer and parses its messages, one connection at a time. Its own sockets let one
// peer harm the others: they perform handshakes one at a time, trust lengths, write to all peers under one lock, and
// lose queued messages when the process ends. The sockets here differ:
//
//   - each connection has a goroutine from its first byte on, so that a silent or broken peer holds up nobody;
//   - a message that claims to be larger than maxMessage ends its connection before memory is taken for it (zmtp.go);
//   - each peer has a write queue of its own (peer.go), so that nobody waits for a peer that does not read;
//   - messages are handled by the goroutine that read them and written by the one that has them, without another
//     goroutine that must be woken;
//   - queues can be flushed before the process ends.

const (
	handshakeTimeout = 5 * time.Second
	acceptPause      = 5 * time.Millisecond // after a failed accept, for example because of too many open files
)

// socket is a bound ROUTER or XPUB socket.
type socket struct {
	name      string
	pattern   zmq4.SocketType
	maxQueue  int                            // bytes that may be queued for one peer before it is dropped
	onMessage func(p *peer, m [][]byte) work // called by the goroutine that reads the connection
	log       *slog.Logger

	mu       sync.Mutex
	listener net.Listener
	peers    []*peer // copied on write: a loaded slice may be read without the lock
	count    uint32  // number of connections so far
	closed   bool
}

// work is the part of handling a message that may take long, or nil. The goroutine that reads the connection runs it.
// If that goroutine cannot continue to read soon, it or another one calls readOn, once, which continues to read; then
// reads is false.
type work func(readOn func()) (reads bool)

// listen binds the socket to an address from listenAddress and starts to accept connections.
func (s *socket) listen(network, address string) error {
	if network == "unix" {
		removeStale(address)
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	s.listener = l
	go s.accept()
	return nil
}

// removeStale removes the socket file of a kernel that has died. It keeps one that accepts connections.
func removeStale(path string) {
	if conn, err := net.Dial("unix", path); err == nil {
		_ = conn.Close()
		return
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		_ = os.Remove(path)
	}
}

func (s *socket) accept() {
	for {
		conn, err := s.listener.Accept()
		switch {
		case err == nil:
			go s.serve(newPeer(conn, s))
		case errors.Is(err, net.ErrClosed):
			return
		default:
			time.Sleep(acceptPause)
		}
	}
}

// serve performs the handshake and then reads until the connection ends.
func (s *socket) serve(p *peer) {
	if !s.add(p) {
		_ = p.Close()
		return
	}
	if err := p.open(); err != nil {
		s.end(p, err)
		return
	}
	s.read(p)
}

// read reads until the connection ends, or another goroutine continues to read.
func (s *socket) read(p *peer) {
	for {
		m, err := p.zmtp.RecvMsg()
		if err != nil {
			s.end(p, err)
			return
		}
		if m.Type == zmq4.CmdMsg { // ignore commands, such as PING
			continue
		}
		if long := s.onMessage(p, m.Frames); long != nil && !long(func() { s.read(p) }) {
			return
		}
	}
}

func (s *socket) end(p *peer, err error) {
	s.report(p, err)
	_ = p.Close()
}

// report logs why a connection has ended, if the reason is of interest.
func (s *socket) report(p *peer, err error) {
	var large tooLarge
	why := "connection refused"
	switch {
	case errors.As(err, &large):
		why, err = "dropped a peer that announced", large
	case p.zmtp != nil, errors.Is(err, io.EOF): // it left, or only connected, as port scans and waiting scripts do
		return
	case errors.Is(err, net.ErrClosed): // closed by this side: the kernel ended during the handshake
		return
	}
	s.log.Warn(why, "socket", s.name, "peer", p.conn.RemoteAddr(), "err", err)
}

// add numbers and registers a peer, unless the socket is closed.
func (s *socket) add(p *peer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	p.identity = binary.BigEndian.AppendUint32([]byte{0}, s.count) // identities chosen by peers never begin with 0
	s.peers = append(slices.Clip(s.peers), p)
	return !s.closed
}

func (s *socket) remove(p *peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.peers, p); at >= 0 {
		s.peers = slices.Concat(s.peers[:at], s.peers[at+1:])
	}
}

// connected returns the current peers, in order of connection.
func (s *socket) connected() []*peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers
}

// sendTo sends a message to the peer with the given identity: the latest, if a client has reconnected and its old
// connection is still registered. Without such a peer the message is dropped, as by any ROUTER socket. sendTo reports
// whether there is one.
func (s *socket) sendTo(identity []byte, m [][]byte) bool {
	for _, p := range slices.Backward(s.connected()) {
		if p.is(identity) {
			p.send(nil, m)
			return true
		}
	}
	return false
}

// publish sends each message to all peers that have subscribed to its topic, the first frame. The messages for one
// peer are sent in one write, so that it wakes once.
func (s *socket) publish(messages ...[][]byte) {
	for _, p := range s.connected() {
		p.send(p.wants, messages...)
	}
}

// backlog returns the number of bytes queued for the slowest peer that still reads.
func (s *socket) backlog() int {
	most := 0
	for _, p := range s.connected() {
		if n, moving := p.waiting(); moving {
			most = max(most, n)
		}
	}
	return most
}

// close sends queued messages, or gives up after the timeout, and closes all connections.
func (s *socket) close(timeout time.Duration) {
	for deadline := time.Now().Add(timeout); s.backlog() > 0 && time.Now().Before(deadline); {
		time.Sleep(200 * time.Microsecond)
	}
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	_ = s.listener.Close()
	for _, p := range s.connected() {
		_ = p.Close()
	}
}

// listenAddress converts an address of a connection file for net.Listen: to ip:port, or to ip-port as a file name.
func listenAddress(transport, ip string, port int) (network, address string, err error) {
	switch {
	case transport == "ipc":
		return "unix", fmt.Sprintf("%s-%d", ip, port), nil
	case transport != "tcp":
		return "", "", fmt.Errorf("transport %q of the connection file is neither tcp nor ipc", transport)
	case ip == "*":
		ip = ""
	}
	return "tcp", net.JoinHostPort(strings.Trim(ip, "[]"), fmt.Sprint(port)), nil
}
