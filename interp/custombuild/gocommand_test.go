package custombuild

import "testing"

// TestGoErrors has outputs of the go command, and the messages that users get.
func TestGoErrors(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{
			"go: downloading example.org/x v1.0.0\ngo: example.org/x@v1.0.0: Get \"https://proxy.golang.org/\": dial tcp: lookup proxy.golang.org: no such host\n",
			"it is not on this machine, and it cannot be fetched: no network (example.org/x@v1.0.0: Get \"https://proxy.golang.org/\": dial tcp: lookup proxy.golang.org: no such host)",
		},
		{
			"go: example.org/x@v9.9.9: reading https://proxy.golang.org/example.org/x/@v/v9.9.9.info: 404 Not Found\n",
			"no such module or version (example.org/x@v9.9.9: reading https://proxy.golang.org/example.org/x/@v/v9.9.9.info: 404 Not Found)",
		},
		{
			"go: module example.org/x@v1.0.0 found, but does not contain package example.org/x/y\n",
			"the module has no such package (module example.org/x@v1.0.0 found, but does not contain package example.org/x/y)",
		},
		{
			"go: github.com/msrepl/msrepl@v0.3.0: invalid version: unknown revision v0.3.0\n",
			"msrepl's own source cannot be fetched (github.com/msrepl/msrepl@v0.3.0: invalid version: unknown revision v0.3.0): set its folder with -msrepl DIR",
		},
		{"# example.org/x\n./x.go:3:5: undefined: y\n", "does not compile: ./x.go:3:5: undefined: y"},
		{"", "the go command failed without a message"},
	} {
		e := &goError{told(c.said)}
		if got := e.fetching(); got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.said, got, c.want)
		}
	}
}
