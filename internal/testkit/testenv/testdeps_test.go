package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Fakes of dpkg-query and apt-get for the test of scripts/test-deps.sh. All packages are installed except tmux,
// buildah, which cannot be added without an upgrade, and chromium, which is unknown.
const (
	fakeDpkg = `case "$*" in *tmux*|*buildah*|*chromium*) exit 1;; *) echo "install ok installed";; esac`
	fakeApt  = `echo "apt-get $*" >>"$LOG"
case "$*" in
*" -s "*buildah*) echo "Inst login [1.0] (1.1 Debian)"; echo "Inst buildah (1.0 Debian)";;
*" -s "*chromium*) echo "E: Unable to locate package chromium" >&2; exit 100;;
*" -s "*tmux*) echo "Inst libevent (2.0 Debian)"; echo "Inst tmux (3.0 Debian)"; echo "Conf tmux";;
esac`
)

func TestTestDeps(t *testing.T) {
	sh, dir := Program(t, "sh"), t.TempDir()
	log := filepath.Join(dir, "log")
	for name, text := range map[string]string{"dpkg-query": fakeDpkg, "apt-get": fakeApt, "id": "echo 0"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (out, said, did string) {
		cmd := exec.Command(sh, append([]string{"../../../scripts/test-deps.sh"}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "LOG="+log)
		var errs strings.Builder
		cmd.Stderr = &errs
		text, err := cmd.Output()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, &errs)
		}
		calls, _ := os.ReadFile(log)
		return string(text), errs.String(), string(calls)
	}
	if out, said, did := run("missing"); out != "chromium buildah tmux\n" || said != "" || did != "" {
		t.Errorf("missing prints %q, %q and does %q", out, said, did)
	}
	_, said, did := run()
	for _, want := range []string{
		"missing: chromium buildah tmux\n", "no chromium for this system\n", "left out: buildah, for which apt would upgrade login",
		"installing tmux: libevent tmux\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q but\n%s", want, said)
		}
	}
	for line := range strings.Lines(did) {
		if strings.Contains(line, "install") && !strings.Contains(line, " -s ") && !strings.Contains(line, "--no-upgrade --no-remove --no-install-recommends tmux\n") {
			t.Errorf("it does %s", line)
		}
	}
	if !strings.HasSuffix(did, " tmux\n") || strings.Contains(did[strings.LastIndex(did[:len(did)-1], "\n")+1:], " -s ") {
		t.Errorf("it does not install in the end:\n%s", did)
	}
}
