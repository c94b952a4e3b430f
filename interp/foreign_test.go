package interp

import "testing"

// TestForeignTypes runs cells whose variables have types that the symbol tables do not name: newer
// than the tables, generic, or replaced in them.
func TestForeignTypes(t *testing.T) {
	newSession(t,
		"it := reflect.ValueOf([]int{1}).Seq()\nit",
		"var srv http.Server\np := srv.Protocols\np == nil",
		"l := log.New(os.Stdout, \"a\", 0)\nl.Println(1)",
		"d := tensor.Float32\nvar e tensor.DType = d\ne",
		"var info os.FileInfo\nmode := fs.FileMode(0)\ninfo == nil && mode == 0",
	)
}
