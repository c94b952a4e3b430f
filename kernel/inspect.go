package kernel

import "github.com/msrepl/msrepl/interp"

type inspectReply struct {
	okContent
	Found    bool           `json:"found"`
	Data     map[string]any `json:"data"`
	Metadata struct{}       `json:"metadata"`
}

// inspect documents the name at the cursor; detail level 1 adds the source.
func (k *kernel) inspect(r *request) {
	var c struct {
		cursorRequest
		DetailLevel int `json:"detail_level"`
	}
	if !r.parse(&c) {
		return
	}
	reply := inspectReply{okContent: ok, Data: map[string]any{}}
	if in, found := k.look(c.Code, c.offset(), c.DetailLevel); found {
		reply.Found, reply.Data = true, inspectionData(in)
	}
	r.reply(reply)
}

func (k *kernel) look(code string, offset, detailLevel int) (interp.Inspection, bool) {
	if detailLevel > 0 {
		return k.awaitEngine().InspectSource(code, offset)
	}
	return k.awaitEngine().Inspect(code, offset)
}

// inspectionData returns the MIME bundle of an inspection, with each available form.
func inspectionData(in interp.Inspection) map[string]any {
	data := map[string]any{"text/plain": in.Text}
	if in.Markdown != "" {
		data["text/markdown"] = in.Markdown
	}
	if in.HTML != "" {
		data["text/html"] = in.HTML
	}
	return data
}
