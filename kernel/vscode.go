package kernel

import "strings"

// VS Code needs only the requests of DAP to debug a cell, but its Jupyter extension was written for ipykernel: first
// it runs a hidden Python cell to get the version of ipykernel, which must be 6, and at the start and end it runs
// others that clean up after debugpy.
const asIpykernel = "6.29.5\n" // the version whose debugger protocol this kernel follows

// hiddenPython answers such a cell; ok reports whether it is one.
func (k *kernel) hiddenPython(x *execution) (ok bool) {
	switch code := x.Code; {
	case x.number > 0:
		return false
	case strings.Contains(code, "ipykernel.__version__"):
		x.publish("stream", streamContent{"stdout", asIpykernel})
		return true
	default:
		return code == "pass" || strings.HasPrefix(code, "import debugpy\n") || strings.Contains(code, "_VSCODE_fileList")
	}
}
