package notebooks

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display"
)

// outputText returns the outputs of a cell as one text: equal texts mean equal outputs, and users are shown a diff of
// two texts. Like nbval, it joins all parts of one stream (where a write ends is arbitrary), applies \r and \b, and
// omits execution counts, metadata, tracebacks and progress bars. Everything else counts to the last blank.
func outputText(outs []Output) string { return layOut(outs, pictured, digest) }

// randomOutputText is outputText for a cell that prints random numbers: numbers, and images of them, do not count.
func randomOutputText(outs []Output) string {
	return layOut(outs, maskNumbers, func(_, _ string) string { return "data" })
}

// kindText is outputText for a cell whose output varies: only the kinds of outputs count, not their contents.
func kindText(outs []Output) string {
	return layOut(outs, func(string) string { return "…" }, func(_, _ string) string { return "…" })
}

// layOut applies text to texts and binary to the base64 text of images and the like.
func layOut(outs []Output, text func(string) string, binary func(mime, data string) string) string {
	var b strings.Builder
	for _, name := range streamNames(outs) {
		if s := streamText(outs, name); s != "" {
			writeSection(&b, name, text(s))
		}
	}
	for _, o := range outs {
		switch o.Type {
		case StreamOutput:
		case ErrorOutput:
			writeSection(&b, "error", text(o.EName+": "+o.EValue)+"\n")
		case DisplayOutput, ResultOutput:
			if (display.Bundle{Metadata: o.Metadata}).Passing() {
				continue
			}
			for _, mime := range slices.Sorted(maps.Keys(o.Data)) {
				if mime == viewMIME {
					writeSection(&b, o.Type+" "+mime, "a widget\n") // the name of its model differs in each session
					continue
				}
				show := text(dataText(o.Data[mime]))
				if !isTextMime(mime) {
					show = binary(mime, dataText(o.Data[mime]))
				}
				writeSection(&b, o.Type+" "+mime, show+"\n")
			}
		default:
			writeSection(&b, o.Type, "")
		}
	}
	return b.String()
}

// writeSection writes a heading and the text below it. Like diff, it reports a missing newline at the end.
func writeSection(b *strings.Builder, heading, text string) {
	fmt.Fprintf(b, "[%s]\n%s", heading, text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteString("\n\\ no newline at the end\n")
	}
}

// streamNames returns the streams that were written to, in a fixed order.
func streamNames(outs []Output) []string {
	var names []string
	for _, o := range outs {
		if o.Type == StreamOutput && !slices.Contains(names, o.Name) {
			names = append(names, o.Name)
		}
	}
	slices.Sort(names)
	slices.Reverse(names) // stdout before stderr
	return names
}

func streamText(outs []Output, name string) string {
	var parts []Output
	for _, o := range outs {
		if o.Type == StreamOutput && o.Name == name {
			parts = append(parts, o)
		}
	}
	return overstrike(joinedText(parts))
}

func joinedText(parts []Output) string {
	var b strings.Builder
	for _, o := range parts {
		b.WriteString(o.Text)
	}
	return b.String()
}

var backspace = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\n]\x08`) })

// overstrike applies \b and \r as a terminal would, by nbval's rules: a backspace removes the character before it,
// and a carriage return removes the text before it unless the line ends there.
func overstrike(s string) string {
	for old := ""; old != s; {
		old, s = s, backspace().ReplaceAllString(s, "")
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = line[strings.LastIndexByte(line[:len(line)-1], '\r')+1:]
		}
	}
	return strings.Join(lines, "\n")
}

func dataText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(appendJSON(nil, v, "\n"))
}

// isTextMime reports whether a diff of the data is readable.
func isTextMime(mime string) bool {
	return strings.HasPrefix(mime, "text/") || isJSONMime(mime) || mime == "image/svg+xml" || mime == "application/javascript"
}
