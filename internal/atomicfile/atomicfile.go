// Package atomicfile writes files that are there whole or not at all.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write makes the file path of what fill writes. Readers see the old file, if there is one, until the new one is
// complete and on the disk; after an error the old one stays. A new file gets mode 0644, an existing one
// keeps its own. Where path is a link, the file that it leads to is written; a device, a pipe or the like, of which
// there is no second one to rename, is written to as it is.
func Write(path string, fill func(w io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return through(path, fill)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return named(err, path)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = named(err, path)
		}
	}()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := fill(w); err != nil {
		return err
	}
	if err := errors.Join(w.Flush(), f.Chmod(mode(path)), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// WriteText is Write of a text.
func WriteText[T string | []byte](path string, text T) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write([]byte(text))
		return err
	})
}

// through writes to what is at path.
func through(path string, fill func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	return errors.Join(fill(w), w.Flush(), f.Close())
}

// named is an error that names the file in place of the one that is written first.
func named(err error, path string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p) && strings.HasSuffix(p.Path, ".tmp"):
		return &fs.PathError{Op: "write", Path: path, Err: p.Err}
	case errors.As(err, &l):
		return &fs.PathError{Op: "write", Path: path, Err: l.Err}
	}
	return err
}

// mode returns the permissions for path: those it has, else 0644, because CreateTemp's own are for the user alone.
func mode(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}
