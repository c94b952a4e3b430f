package main

import "errors"
import "fmt"
import "io/fs"
import "math/rand"
import "reflect"
import "testing/fstest"
import "testing/quick"

type mem map[string]string
type point struct{ X, Y int }

func (m mem) Open(name string) (fs.File, error) { return fstest.MapFS(m.files()).Open(name) }
func (m mem) files() map[string]*fstest.MapFile {
	r := map[string]*fstest.MapFile{}
	for k, v := range m {
		r[k] = &fstest.MapFile{Data: []byte(v)}
	}
	return r
}
func (m mem) ReadFile(name string) ([]byte, error) {
	s, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return []byte("direct " + s), nil
}
func (point) Generate(r *rand.Rand, size int) reflect.Value {
	return reflect.ValueOf(point{r.Intn(3), 7})
}
func (p point) GoString() string { return fmt.Sprintf("pt(%d)", p.X) }

func main() {
	m := mem{"a.txt": "x", "d/b.txt": "y"}
	b, err := fs.ReadFile(m, "a.txt")
	fmt.Println(string(b), err)
	_, err = fs.ReadFile(m, "no")
	fmt.Println(errors.Is(err, fs.ErrNotExist), err)
	fs.WalkDir(m, ".", func(p string, d fs.DirEntry, err error) error { fmt.Print(p, " ", err, ";"); return nil })
	fmt.Println()
	fmt.Println(quick.Check(func(p point) bool { return p.Y == 7 && p.X < 3 }, nil))
	fmt.Printf("%#v %#v %v %#v\n", []point{{1, 2}}, map[string]any{"k": &point{3, 4}}, point{5, 6}, struct {
		P point
		q point
	}{})
}
