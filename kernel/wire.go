package kernel

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// protocolVersion is the version of the Jupyter messaging specification that the kernel follows.
const protocolVersion = "5.5"

const (
	delimiter    = "<IDS|MSG>"
	signedFrames = 4 // header, parent header, metadata, content
)

// header identifies a message.
type header struct {
	MsgID    string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	MsgType  string `json:"msg_type"`
	Version  string `json:"version"`

	SubshellID string `json:"subshell_id"` // of the subshell that shall answer, "" for none
}

// direct reports whether the message is from a client that reads the sockets itself, such as a console or nbclient,
// rather than from a page behind a server: jupyter_client derives message IDs from its session, and pages do not.
func (h header) direct() bool { return h.Session != "" && strings.HasPrefix(h.MsgID, h.Session+"_") }

// message is a decoded message.
type message struct {
	identities [][]byte        // routing frames; the first was added by the ROUTER socket
	header     header          // parsed
	rawHeader  json.RawMessage // as received; it is the parent_header of replies
	metadata   json.RawMessage // an object
	content    json.RawMessage // an object
	buffers    [][]byte
}

// session signs and numbers messages of the kernel and verifies those of clients. Its ID is new at each start, so that
// clients can detect a restart.
type session struct {
	id    string
	key   []byte    // if empty, messages are not signed
	macs  sync.Pool // of hash.Hash: resetting one costs a third of creating it
	count atomic.Int64
	seen  *signatureLog
}

func newSession(key string) *session {
	s := &session{id: rand.Text(), key: []byte(key), seen: newSignatureLog()}
	s.macs.New = func() any { return hmac.New(sha256.New, s.key) }
	return s
}

// annotated is content with the metadata of its message.
type annotated struct {
	content  any
	metadata map[string]any
}

// encode returns the frames of a message: prefix (identities, or the topic), delimiter, signature, and the four JSON
// frames. parent is the raw header of the request, or nil.
func (s *session) encode(prefix [][]byte, msgType string, parent json.RawMessage, content any) ([][]byte, error) {
	head, metadata := s.newHeader(msgType), []byte("{}")
	if a, ok := content.(annotated); ok {
		content = a.content
		if len(a.metadata) > 0 {
			var err error
			if metadata, err = encodeJSON(a.metadata); err != nil {
				return nil, fmt.Errorf("%s: %w", msgType, err)
			}
		}
	}
	body, err := encodeJSON(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", msgType, err)
	}
	if parent == nil {
		parent = json.RawMessage("{}")
	}
	signed := [][]byte{head, parent, metadata, body}
	out := make([][]byte, 0, len(prefix)+2+signedFrames)
	out = append(out, prefix...)
	out = append(out, []byte(delimiter), s.sign(signed))
	return append(out, signed...), nil
}

// newHeader returns the header of the next message. None of its strings needs escaping.
func (s *session) newHeader(msgType string) []byte {
	h := make([]byte, 0, 256)
	h = append(append(h, `{"msg_id":"`...), s.id...)
	h = strconv.AppendInt(append(h, '_'), s.count.Add(1), 10)
	h = append(append(h, `","session":"`...), s.id...)
	h = time.Now().UTC().AppendFormat(append(h, `","username":"msrepl","date":"`...), "2006-01-02T15:04:05.000000Z")
	h = append(append(h, `","msg_type":"`...), msgType...)
	return append(h, `","version":"`+protocolVersion+`"}`...)
}

// encodeJSON is json.Marshal without escapes for HTML, which would make text/html unreadable. A value that is already
// JSON is returned unchanged.
func encodeJSON(v any) ([]byte, error) {
	if raw, ok := v.(json.RawMessage); ok && raw != nil {
		return raw, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// sign returns the signature of the four JSON frames in hexadecimal.
func (s *session) sign(frames [][]byte) []byte {
	if len(s.key) == 0 {
		return []byte{}
	}
	mac := s.macs.Get().(hash.Hash)
	defer s.macs.Put(mac)
	mac.Reset()
	for _, f := range frames {
		mac.Write(f)
	}
	var sum [sha256.Size]byte
	return hex.AppendEncode(nil, mac.Sum(sum[:0]))
}

// decode verifies and parses a message of a client. After an error the message must be dropped.
func (s *session) decode(frames [][]byte) (*message, error) {
	at := 0
	for at < len(frames) && string(frames[at]) != delimiter {
		at++
	}
	rest := frames[min(at+1, len(frames)):]
	if len(rest) < 1+signedFrames {
		return nil, errors.New("too few frames")
	}
	signature, signed := rest[0], rest[1:1+signedFrames]
	if err := s.verify(signature, signed); err != nil {
		return nil, err
	}
	m := &message{
		identities: frames[:at], rawHeader: signed[0], metadata: signed[2], content: signed[3],
		buffers: rest[1+signedFrames:],
	}
	for i, name := range []string{"header", "parent header", "metadata", "content"} {
		if err := checkObject(signed[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := json.Unmarshal(m.rawHeader, &m.header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if m.header.MsgType == "" || m.header.MsgID == "" {
		return nil, errors.New("header: msg_id or msg_type is missing")
	}
	return m, nil
}

// checkObject returns an error if raw is not a JSON object.
func checkObject(raw []byte) error {
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) {
		return errors.New("not a JSON object")
	}
	if !json.Valid(raw) {
		return errors.New("not valid JSON")
	}
	return nil
}

// verify checks the signature, and that it was not used before, which prevents replays of recorded traffic.
func (s *session) verify(signature []byte, signed [][]byte) error {
	if len(s.key) == 0 {
		return nil
	}
	if !hmac.Equal(signature, s.sign(signed)) {
		return errors.New("wrong signature")
	}
	if !s.seen.add(signature) {
		return errors.New("a signature that was used before")
	}
	return nil
}

// rememberedSignatures is the number of signatures kept to detect replayed messages, the same as in jupyter_client.
const rememberedSignatures = 1 << 16

// signatureLog is a set of the latest signatures, each reduced to a signatureKey.
type signatureLog struct {
	mu    sync.Mutex
	known map[signatureKey]struct{}
	ring  []signatureKey // in order of arrival; once full, the oldest is at next
	next  int
}

// signatureKey is the first half of a signature: without the key, a client cannot find two signatures that share it.
type signatureKey [sha256.Size / 2]byte

func newSignatureLog() *signatureLog { return &signatureLog{known: map[signatureKey]struct{}{}} }

// add reports whether the signature, in hexadecimal digits, is new.
func (l *signatureLog) add(signature []byte) bool {
	var key signatureKey
	// verified signatures contain only hexadecimal digits
	_, _ = hex.Decode(key[:], signature[:min(hex.EncodedLen(len(key)), len(signature))])
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, old := l.known[key]; old {
		return false
	}
	l.known[key] = struct{}{}
	if len(l.ring) < rememberedSignatures {
		l.ring = append(l.ring, key)
		return true
	}
	delete(l.known, l.ring[l.next])
	l.ring[l.next] = key
	l.next = (l.next + 1) % rememberedSignatures
	return true
}
