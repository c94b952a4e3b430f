package display

import (
	"github.com/msrepl/msrepl/nn"
)

// Summary returns a table of a network's layers with shapes, parameters and MACs, see [nn.Summary].
func Summary(net nn.Layer, inputs ...any) nn.NetSummary { return nn.Summary(net, inputs...) }

// Watch shows a table of statistics of each layer of net and updates it during training until the watcher is closed,
// see [nn.Watch].
func Watch(net nn.Layer) *nn.Watcher {
	w := nn.Watch(net)
	l := newLive(func(bool) Bundle { return Echo(w) })
	w.OnStep(func(nn.Report) { l.changed() })
	w.OnClose(l.finish)
	return w
}
