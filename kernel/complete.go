package kernel

import (
	"unicode/utf8"

	"github.com/msrepl/msrepl/interp"
)

// Jupyter counts cursor positions in Unicode code points, Go in bytes.

// byteOffset returns the byte offset of code point n of s; past the end it returns len(s).
func byteOffset(s string, n int) int {
	for i := range s {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(s)
}

// pointOffset returns the number of code points of s before byte offset n.
func pointOffset(s string, n int) int { return utf8.RuneCountInString(s[:max(0, min(n, len(s)))]) }

// cursorRequest is the content of complete_request and inspect_request.
type cursorRequest struct {
	Code      string `json:"code"`
	CursorPos *int   `json:"cursor_pos"` // nil is the end of the code
}

func (c *cursorRequest) offset() int {
	if c.CursorPos == nil {
		return len(c.Code)
	}
	return byteOffset(c.Code, *c.CursorPos)
}

// completionType is the type that JupyterLab shows next to a match.
type completionType struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Text      string `json:"text"`
	Type      string `json:"type"`
	Signature string `json:"signature"`
}

type completeReply struct {
	okContent
	Matches     []string                    `json:"matches"`
	CursorStart int                         `json:"cursor_start"`
	CursorEnd   int                         `json:"cursor_end"`
	Metadata    map[string][]completionType `json:"metadata"`
}

// complete lists the completions at the cursor.
func (k *kernel) complete(r *request) {
	var c cursorRequest
	if !r.parse(&c) {
		return
	}
	r.reply(newCompleteReply(c.Code, c.offset(), k.awaitEngine().Complete(c.Code, c.offset())))
}

// newCompleteReply converts offsets. If nothing matches, the range is empty and at the cursor.
func newCompleteReply(code string, cursor int, found interp.Completion) completeReply {
	if len(found.Items) == 0 {
		found.Start, found.End = cursor, cursor
	}
	reply := completeReply{
		okContent: ok, Matches: []string{}, Metadata: map[string][]completionType{},
		CursorStart: pointOffset(code, found.Start), CursorEnd: pointOffset(code, found.End),
	}
	types := []completionType{}
	for _, item := range found.Items {
		reply.Matches = append(reply.Matches, item.Text)
		types = append(types, completionType{reply.CursorStart, reply.CursorEnd, item.Text, item.Kind, item.Detail})
	}
	reply.Metadata["_jupyter_types_experimental"] = types
	return reply
}
