package notebooks

import (
	"regexp"
	"strings"
	"sync"
)

var (
	// A number as Go, numpy or MindSpore print it. What precedes it is part of the match because a digit
	// in a name (Float32, conv2d) is not a number.
	number = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(^|[^\w.])([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?|[-+]?(?:nan|NaN|inf|Inf)\b)`)
	})
	// The shape of a tensor is layout, not a number: shape=[2, 3], shape: (2, 3).
	shape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)shape[=:]?\s*[\[(][\d, ]*[\])]`) })
	// numpy pads numbers to a common width and wraps long rows, so the number of blanks beside a number, and which
	// number begins a line inside a row, depend on the numbers.
	blanks  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t]+#`) })
	wrapped = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(#,?)\n[ \t]+#`) })
	opening = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\[(])\s+#`) })
	closing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`#[ \t]+([\])])`) })
	// The columns of a table are as wide as its numbers, and the rule below its header is as wide as the table.
	rule = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^─+$`) })
	gaps = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` {2,}`) })
)

// maskNumbers replaces every number by #, so that texts that differ only in numbers become equal. It keeps shapes,
// and all line breaks that are not inside a row of numbers.
func maskNumbers(s string) string {
	var b strings.Builder
	for s != "" {
		keep := shape().FindStringIndex(s)
		if keep == nil {
			keep = []int{len(s), len(s)}
		}
		b.WriteString(maskRun(s[:keep[0]]))
		b.WriteString(s[keep[0]:keep[1]])
		s = s[keep[1]:]
	}
	return b.String()
}

// maskRun masks a text without shapes. Two wrapped lines may share a number, hence twice.
func maskRun(s string) string {
	s = number().ReplaceAllString(s, "$1#")
	for range 2 {
		s = wrapped().ReplaceAllString(s, "$1 #")
	}
	s = blanks().ReplaceAllString(s, " #")
	if rule().MatchString(s) {
		s = gaps().ReplaceAllString(rule().ReplaceAllString(s, "─"), "  ")
	}
	s = opening().ReplaceAllString(s, "$1#")
	return closing().ReplaceAllString(s, "#$1")
}
