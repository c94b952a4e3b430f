// Package widget has the controls of ipywidgets: sliders, fields, buttons and boxes that a notebook shows and whose
// values go both ways between Go and the page.
//
//	lr := widget.NewFloatSlider(0.1, 0, 1, widget.Traits{"description": "lr"})
//	lr.OnChange(func(v float64) { fmt.Println("now", v) })
//	lr
//
// A control has the state that ipywidgets documents for its model, under the same names: what its constructor does
// not ask for goes into [Traits] or through the method Set. Changes from either side call the functions of OnChange
// and Observe, one after the other, also while a cell runs. Where no notebook is connected the controls keep their
// values and print themselves as text.
//
// The models are those of @jupyter-widgets/base and @jupyter-widgets/controls in version 2.0.0, of ipywidgets 8;
// [Use] chooses those of ipywidgets 7.
package widget
