package gls

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime/pprof"
	"strconv"
	"sync"
)

// key is that of the label which scopes set.
const key = "msrepl"

// stacks matches a number of goroutines in a profile that have the same stack, and the labels that they carry.
var stacks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(\d+) @.*\n# labels: (\{.*\})\n((?:#\t.*\n)*)`)
})

// idle matches the stacks of what serves no goroutine: a connection that package http keeps for a request to come, and
// the side of iter.Pull that waits for the other one.
var idle = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A#\t\S+\titer\.Pull2?\[.*\]\.func|\A#\t\S+\tnet/http\.\(\*persistConn\)\.writeLoop\+|` +
		`\n#\t\S+\tbufio\.\(\*Reader\)\.Peek\+.*\n#\t\S+\tnet/http\.\(\*persistConn\)\.readLoop\+`)
})

// Count returns how many goroutines of a group do something or wait for something.
func Count(group string) (n int, err error) {
	return count(group, func(stack []byte) bool { return !idle().Match(stack) })
}

// All returns how many goroutines a group has.
func All(group string) (n int, err error) { return count(group, func([]byte) bool { return true }) }

// count returns how many goroutines of a group have a stack that counts.
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
