// Package golden finds and reads the golden files that tests compare with.
package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of golden files: $MSREPL_GOLDENS, or testdata/goldens of the module.
func Dir() string {
	if d := os.Getenv("MSREPL_GOLDENS"); d != "" {
		return d
	}
	dir, err := os.Getwd() // of the package under test
	for err == nil && dir != filepath.Dir(dir) {
		if _, none := os.Stat(filepath.Join(dir, "go.mod")); none == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return filepath.Join(dir, "testdata", "goldens")
}

// Each decodes every file of the folder whose name matches pattern into a T and passes it to f in a subtest. If no
// file matches, the test fails, because it would test nothing. A folder named by MSREPL_GOLDENS may lack some kinds
// of files, and these are skipped.
func Each[T any](t *testing.T, pattern string, f func(t *testing.T, v T)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Dir(), pattern))
	if len(files) == 0 && os.Getenv("MSREPL_GOLDENS") != "" {
		t.Skipf("no %s in %s", pattern, Dir())
	}
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s in %s (%v)", pattern, Dir(), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var v T
			if err := json.Unmarshal(text, &v); err != nil {
				t.Fatal(err)
			}
			f(t, v)
		})
	}
}
