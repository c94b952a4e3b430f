package gls

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime/pprof"
	"strconv"
	"sync"
)

// key is the key of the label that scopes set.
const key = "msrepl"

// stacks matches the header of a stack in a profile: the number of its goroutines, and their labels.
var stacks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(\d+) @.*\n# labels: (\{.*\})\n((?:#\t.*\n)*)`)
})

// idle matches the stacks of goroutines that only wait to be used: of a connection that package http keeps alive, and
// of the waiting side of iter.Pull.
var idle = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A#\t\S+\titer\.Pull2?\[.*\]\.func|\A#\t\S+\tnet/http\.\(\*persistConn\)\.writeLoop\+|` +
		`\n#\t\S+\tbufio\.\(\*Reader\)\.Peek\+.*\n#\t\S+\tnet/http\.\(\*persistConn\)\.readLoop\+`)
})

// Count returns the number of goroutines of a group that are not idle.
func Count(group string) (n int, err error) {
	return count(group, func(stack []byte) bool { return !idle().Match(stack) })
}

// All returns the number of goroutines of a group.
func All(group string) (n int, err error) { return count(group, func([]byte) bool { return true }) }

// count returns the number of goroutines of a group for whose stack counts returns true.
func count(group string, counts func(stack []byte) bool) (n int, err error) {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		return 0, err
	}
	label := fmt.Appendf(nil, "%q:%q", key, group)
	for _, m := range stacks().FindAllSubmatch(b.Bytes(), -1) {
		if bytes.Contains(m[2], label) && counts(m[3]) {
			k, _ := strconv.Atoi(string(m[1]))
			n += k
		}
	}
	return n, nil
}
