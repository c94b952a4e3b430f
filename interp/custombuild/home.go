package custombuild

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// module is the path of msrepl's own module.
const modulePath = "github.com/msrepl/msrepl"

// home is the source of msrepl's own module: a folder, or a version that the go command fetches.
type home struct{ folder, version string }

// findHome returns the folder given by the user, otherwise the checkout that contains the working directory, for
// developers, otherwise the source of this program.
func findHome(given string) (home, error) {
	if given != "" {
		folder, err := filepath.Abs(given)
		if err == nil && !isHome(folder) {
			err = fmt.Errorf("%s is not the folder of module %s", given, modulePath)
		}
		return home{folder: folder}, err
	}
	wd, err := os.Getwd()
	if err != nil {
		return home{}, err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if isHome(dir) {
			return home{folder: dir}, nil
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if h := stamped(); h != (home{}) {
		return h, nil
	}
	return home{}, errors.New("this msrepl was built from a checkout: set its folder with -msrepl DIR")
}

// stamped returns the source of this program, which is a release or a custom build, from its build information.
func stamped() home {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return home{}
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path != modulePath {
			continue
		}
		if m.Replace != nil && filepath.IsAbs(m.Replace.Path) && isHome(m.Replace.Path) {
			return home{folder: m.Replace.Path}
		}
		if m.Replace == nil && strings.HasPrefix(m.Version, "v") && !strings.Contains(m.Version, "+dirty") {
			return home{version: m.Version}
		}
	}
	return home{}
}

// isHome reports whether a folder contains msrepl's own module.
func isHome(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) == "module "+modulePath {
			return true
		}
	}
	return false
}
