package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type tree map[string]string

func (t tree) write(root string) (err error) {
	for name, content := range t {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return
		}
		if err = os.WriteFile(path, []byte(content), 0o644); err != nil {
			return
		}
	}
	return nil
}

type usage struct {
	files int
	bytes int64
	exts  map[string]int
}

func main() {
	root, err := os.MkdirTemp("", "walk")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(root)
	err = tree{
		"README.md":            "# readme",
		"src/main.go":          "package main",
		"src/util/str.go":      "package util // strings",
		"src/util/str_test.go": "package util",
		"vendor/x/x.go":        strings.Repeat("x", 100),
		"data/a.csv":           "1,2\n3,4\n",
		"data/empty":           "",
	}.write(root)
	if err != nil {
		fmt.Println("write:", err)
		return
	}
	total := map[string]*usage{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if d.Name() == "vendor" {
				fmt.Println("skip", rel)
				return filepath.SkipDir
			}
			return nil
		}
		top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		u := total[top]
		if u == nil {
			u = &usage{exts: map[string]int{}}
			total[top] = u
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		u.files++
		u.bytes += info.Size()
		u.exts[filepath.Ext(path)]++
		return nil
	})
	fmt.Println("walk:", err)
	var names []string
	for name := range total {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		u := total[name]
		fmt.Printf("%-10s %d files %3d bytes %v\n", name, u.files, u.bytes, u.exts)
	}
	matches, _ := filepath.Glob(filepath.Join(root, "src", "*", "*_test.go"))
	for _, m := range matches {
		fmt.Println("test:", filepath.Base(m))
	}
	stop := errors.New("stop")
	seen := 0
	err = fs.WalkDir(os.DirFS(root), "src", func(path string, d fs.DirEntry, err error) error {
		seen++
		if strings.HasSuffix(path, "str.go") {
			return fmt.Errorf("%s: %w", path, stop)
		}
		return err
	})
	fmt.Println(seen, err, errors.Is(err, stop))
	if _, err := os.Stat(filepath.Join(root, "nope")); errors.Is(err, fs.ErrNotExist) {
		fmt.Println("nope does not exist")
	}
	err = os.Remove(filepath.Join(root, "src"))
	var pe *fs.PathError
	fmt.Println(errors.As(err, &pe), pe.Op)
}
