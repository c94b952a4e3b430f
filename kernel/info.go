package kernel

import "cmp"

const (
	defaultVersion  = "0.1.0" // reported if Options has none
	languageVersion = "1.26"  // version of Go of the cells
)

// kernelInfo describes the kernel. It needs no session, and so is answered while the session starts.
func (k *kernel) kernelInfo(r *request) {
	version := k.options.Version
	version = cmp.Or(version, defaultVersion)
	r.reply(map[string]any{
		"status":                 "ok",
		"protocol_version":       protocolVersion,
		"implementation":         "msrepl",
		"implementation_version": version,
		"language_info": map[string]any{
			"name":            "go",
			"version":         languageVersion,
			"mimetype":        "text/x-go",
			"file_extension":  ".go",
			"pygments_lexer":  "go",
			"codemirror_mode": "go",
		},
		"banner":             "msrepl " + version + ": Go in MindSpore's style",
		"debugger":           true,
		"supported_features": []string{"debugger", "kernel subshells"},
		"help_links": []map[string]string{
			{"text": "MindSpore API", "url": "https://www.mindspore.cn/docs/en/master/api_python/mindspore.html"},
			{"text": "Go language", "url": "https://go.dev/ref/spec"},
		},
	})
}
