package port

import (
	"github.com/msrepl/msrepl/internal/text/python"
)

// PyTorch's lines of migration guides: its layers are MindSpore's with other defaults. Texts of its tensors are not
// made: what prints them differs, and says so.

// torchMethod calls a method of a module of torch; ok is false for those that MindSpore has as well.
func (t *Translator) torchMethod(e *python.Call, v val, name string) (out val, ok bool) {
	if v.t.kind != instance || !v.t.class.torch {
		return val{}, false
	}
	switch name {
	case "parameters":
		t.arguments(e).done()
		u := *t.lib.parameter()
		u.name = "torch"
		return atom("[]*nn.Parameter("+v.at(7)+".GetParameters().List())", listOf(&u)), true
	case "modules":
		t.arguments(e).done()
		cell := *tLayer
		cell.name = "cell"
		return atom(v.at(7)+".CellsAndNames()", listOf(&cell)), true
	case "eval":
		t.arguments(e).done()
		return atom(v.at(7)+".SetTrain(false)", tNone), true
	}
	return val{}, false
}
