package kernel

type inspectReply struct {
	okContent
	Found    bool              `json:"found"`
	Data     map[string]string `json:"data"`
	Metadata struct{}          `json:"metadata"`
}

// inspect documents what stands at the cursor.
func (k *kernel) inspect(r *request) {
	var c cursorRequest
	if !r.parse(&c) {
		return
	}
	reply := inspectReply{okContent: ok, Data: map[string]string{}}
	if in, found := k.awaitEngine().Inspect(c.Code, c.offset()); found {
		reply.Found = true
		reply.Data["text/plain"] = in.Text
		if in.Markdown != "" {
			reply.Data["text/markdown"] = in.Markdown
		}
	}
	r.reply(reply)
}
