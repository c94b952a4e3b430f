package display

import (
	"github.com/msrepl/msrepl/nn"
)

// Summary is the table of a network's layers with shapes, parameters and work: [nn.Summary], which see.
func Summary(net nn.Layer, inputs ...any) nn.NetSummary { return nn.Summary(net, inputs...) }

// Watch shows a table of what happens in net, layer by layer, and keeps it up to date while the network learns, until
// the watcher is closed: see [nn.Watch].
func Watch(net nn.Layer) *nn.Watcher {
	w := nn.Watch(net)
	l := newLive(func(bool) Bundle { return Echo(w) })
	w.OnStep(func(nn.Report) { l.changed() })
	w.OnClose(l.finish)
	return w
}
