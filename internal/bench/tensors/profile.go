package tensors

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
)

// profile runs a workload for the time of a hundred samples and writes a CPU profile to the named file.
func profile(name, file string) error {
	w, ok := named(name)
	if !ok {
		return fmt.Errorf("no workload %q", name)
	}
	runtime.GOMAXPROCS(1)
	run := w.build()
	n := calibrate(run)
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	times(run, 50*n)
	pprof.StopCPUProfile()
	return nil
}
