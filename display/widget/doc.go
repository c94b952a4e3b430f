// Package widget provides the controls of ipywidgets: sliders, fields, buttons and boxes in a notebook, whose values
// are synchronized between Go and the page.
//
//	lr := widget.NewFloatSlider(0.1, 0, 1, widget.Traits{"description": "lr"})
//	lr.OnChange(func(v float64) { fmt.Println("now", v) })
//	lr
//
// A control has the traits that ipywidgets documents for its model, under the same names: those that are not
// arguments of its constructor are set with [Traits] or the method Set. Changes from either side call the functions
// of OnChange and Observe, one after the other, also while a cell runs. Without a notebook the controls keep their
// values and are shown as text.
//
// The models are those of @jupyter-widgets/base and @jupyter-widgets/controls 2.0.0, of ipywidgets 8; [Use] selects
// those of ipywidgets 7.
package widget
