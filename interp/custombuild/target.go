package custombuild

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/symbolgen"
)

// target is the argument of one -with.
type target struct {
	arg     string
	path    string // import path, or a pattern that ends in /...
	version string // "" for the version in use, or the latest

	// Of a package in a folder:
	module   string
	folder   string            // of its module
	replaces map[string]string // replacements of the module, with absolute folders
}

// target parses an argument.
func (b *builder) target(arg string) (target, error) {
	if strings.HasPrefix(arg, ".") || filepath.IsAbs(arg) {
		return b.local(arg)
	}
	path, version, _ := strings.Cut(arg, "@")
	if path == "" || strings.ContainsAny(path, " \t\\") || strings.HasSuffix(arg, "@") {
		return target{}, fmt.Errorf("%q is not an import path: want example.org/pkg@v1.2.3 or ./folder", arg)
	}
	return target{arg: arg, path: path, version: version}, nil
}

// local finds the module of a folder.
func (b *builder) local(arg string) (target, error) {
	dir := strings.TrimSuffix(filepath.ToSlash(arg), "/...")
	if info, err := os.Stat(dir); err != nil {
		return target{}, fmt.Errorf("%s: no such folder", arg)
	} else if !info.IsDir() {
		return target{}, fmt.Errorf("%s is a file; want the folder of a package", arg)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(files) == 0 && dir == filepath.ToSlash(arg) {
		return target{}, fmt.Errorf("%s has no Go files", arg)
	}
	out, err := b.run(dir, "list", "-m", "-mod=mod", "-json=Path,Dir")
	if err != nil {
		return target{}, fmt.Errorf("%s is not in a module: create one with go mod init", arg)
	}
	var m struct{ Path, Dir string }
	if err := json.Unmarshal(out, &m); err != nil || m.Dir == "" {
		return target{}, fmt.Errorf("%s is not in a module: create one with go mod init", arg)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return target{}, err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return target{}, err
	}
	root, err := filepath.EvalSymlinks(m.Dir)
	if err != nil {
		return target{}, err
	}
	below, err := filepath.Rel(root, abs)
	if err != nil {
		return target{}, err
	}
	path := m.Path
	if below != "." {
		path += "/" + filepath.ToSlash(below)
	}
	if dir != filepath.ToSlash(arg) {
		path += "/..."
	}
	replaces, err := b.replaces(m.Dir)
	return target{arg: arg, path: path, module: m.Path, folder: m.Dir, replaces: replaces}, err
}

// replaces returns the replacements of a module, which only apply if it is the main module.
func (b *builder) replaces(dir string) (map[string]string, error) {
	out, err := b.run(dir, "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct {
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, r := range mod.Replace {
		to := r.New.Path + " " + r.New.Version
		if r.New.Version == "" {
			to = r.New.Path
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
		}
		all[strings.TrimSpace(r.Old.Path+" "+r.Old.Version)] = to
	}
	return all, nil
}

// fetch adds a package that is not in a folder to the module.
func (b *builder) fetch(t target) error {
	if t.folder != "" {
		return nil
	}
	if symbolgen.Internal(t.path) {
		return fmt.Errorf("%s: a package below a folder named internal can only be imported within its own module", t.arg)
	}
	version := t.version
	if version == "" {
		if _, err := b.run(b.dir, "list", "-mod=mod", t.path); err == nil {
			return nil // in the standard library, or in a module that msrepl uses
		}
		version = "latest"
	}
	_, err := b.run(b.dir, "get", t.path+"@"+version)
	var failed *goError
	if errors.As(err, &failed) && !failed.homeless() {
		return fmt.Errorf("%s: %s", t.arg, failed.fetching())
	}
	return err
}
