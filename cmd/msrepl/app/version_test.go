package app

import (
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

func TestVersionOf(t *testing.T) {
	const path, revision = "github.com/msrepl/msrepl", "0123456789abcdef0123456789abcdef01234567"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for name, c := range map[string]struct {
		info   debug.BuildInfo
		commit string
		want   string
	}{
		"go install of a version": {debug.BuildInfo{Main: debug.Module{Path: path, Version: "v1.2.3"}}, "", "v1.2.3"},
		"a checkout, stamped":     {debug.BuildInfo{Main: debug.Module{Path: path, Version: "v0.0.0-20260102030405-0123456789ab"}, Settings: vcs("false")}, "0123456789ab", "v0.0.0-20260102030405-0123456789ab"},
		"stamped without version": {debug.BuildInfo{Main: debug.Module{Path: path, Version: "(devel)"}, Settings: vcs("false")}, "", "devel-0123456789ab"},
		"with changes":            {debug.BuildInfo{Main: debug.Module{Path: path, Version: "(devel)"}, Settings: vcs("true")}, "", "devel-0123456789ab-dirty"},
		"not stamped":             {debug.BuildInfo{Main: debug.Module{Path: path, Version: "(devel)"}}, "fedcba987654", "devel-fedcba987654"},
		"personal":                {debug.BuildInfo{Main: debug.Module{Path: "personal"}, Deps: []*debug.Module{{Path: path, Version: "v1.2.3"}}}, "", "v1.2.3"},
		"personal, of a checkout": {debug.BuildInfo{Main: debug.Module{Path: "personal"}, Deps: []*debug.Module{{Path: path, Version: "v0.0.0", Replace: &debug.Module{Path: "/src"}}}, Settings: vcs("false")}, "", "devel"},
		"nothing is known":        {debug.BuildInfo{}, "", "devel"},
	} {
		if got := versionOf(&c.info, c.commit); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestVersionOfBuild: make build records the commit also where the go command records none.
func TestVersionOfBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds msrepl")
	}
	root := filepath.Join("..", "..", "..")
	git, make := testenv.Program(t, "git"), testenv.Program(t, "make")
	head, err := exec.Command(git, "-C", root, "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		testenv.Lacking(t, "this is no checkout: ", err)
	}
	bin := filepath.Join(t.TempDir(), "msrepl")
	t.Setenv("GOFLAGS", "-buildvcs=false")
	testenv.Output(t, exec.Command(make, "-C", root, "build", "BIN="+bin))
	got, want := testenv.Output(t, exec.Command(bin, "version")), "msrepl devel-"+strings.TrimSpace(string(head))
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
