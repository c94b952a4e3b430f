package notebooks

import (
	"maps"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/internal/session/face"
)

// page is a front end that supports widgets but has no user, so that cells that show widgets have the same outputs as
// in a notebook. The sessions of a process share it.
type page struct{}

var (
	pagesMu sync.Mutex
	pages   int // number of sessions that use it
)

func openPage() {
	pagesMu.Lock()
	defer pagesMu.Unlock()
	if pages++; pages == 1 {
		face.Attach(page{})
		widget.Serve()
	}
}

func closePage() {
	pagesMu.Lock()
	defer pagesMu.Unlock()
	if pages--; pages == 0 {
		face.Detach(page{})
	}
}

// Ask is not supported: there is no user.
func (page) Ask(string, bool) (string, error) { return "", frontend.ErrNone }

// Interactive returns false: there is no user.
func (page) Interactive() bool { return false }

// Page is not supported: there is no user.
func (page) Page(map[string]any) error { return frontend.ErrNone }

// NextInput is not supported.
func (page) NextInput(string, bool) error { return frontend.ErrNone }

// Comm receives messages to widgets.
func (page) Comm(_ string, c *frontend.Comm, _ frontend.Message) error {
	if c.TargetName() != "jupyter.widget" {
		return frontend.ErrNone
	}
	return nil
}

const (
	viewMIME  = "application/vnd.jupyter.widget-view+json"
	stateMIME = "application/vnd.jupyter.widget-state+json"
)

// keepWidgets stores in the notebook the states of the widgets in its outputs, from states and from the notebook
// itself, so that a page can show them without a kernel.
func (n *Notebook) keepWidgets(states map[string]any) {
	all := map[string]any{}
	kept, _ := n.Metadata["widgets"].(map[string]any)
	before, _ := kept[stateMIME].(map[string]any)
	if old, ok := before["state"].(map[string]any); ok {
		maps.Copy(all, old)
	}
	maps.Copy(all, states)
	shown := map[string]any{}
	for _, c := range n.CodeCells() {
		for _, o := range c.Outputs {
			view, _ := o.Data[viewMIME].(map[string]any)
			id, _ := view["model_id"].(string)
			reach(id, all, shown)
		}
	}
	if len(shown) == 0 {
		delete(kept, stateMIME)
		if len(kept) == 0 {
			delete(n.Metadata, "widgets")
		}
		return
	}
	if kept == nil {
		kept = map[string]any{}
	}
	kept[stateMIME] = map[string]any{"version_major": 2, "version_minor": 0, "state": shown}
	if n.Metadata == nil {
		n.Metadata = map[string]any{}
	}
	n.Metadata["widgets"] = kept
}

// reach adds a model and all models that its state refers to.
func reach(id string, all, shown map[string]any) {
	entry, ok := all[id].(map[string]any)
	if !ok || shown[id] != nil {
		return
	}
	shown[id] = entry
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case string:
			if other, is := strings.CutPrefix(v, "IPY_MODEL_"); is {
				reach(other, all, shown)
			}
		case []any:
			for _, x := range v {
				look(x)
			}
		case map[string]any:
			for _, x := range v {
				look(x)
			}
		}
	}
	look(entry["state"])
}
