package kernel

import "strings"

// VS Code debugs a cell by the requests of DAP alone, but its Jupyter extension was written for ipykernel: before it
// begins it asks a hidden cell of Python for the version of ipykernel, of which it wants 6, and at the beginning and
// the end it has others tidy up what debugpy does.
const asIpykernel = "6.29.5\n" // whose debugger this kernel's speaks like

// hiddenPython answers such a cell; ok says whether it is one.
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
