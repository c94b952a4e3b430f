package widget

import "github.com/msrepl/msrepl/tensor"

// Box is a container of controls.
type Box struct{ *Model }

// NewHBox returns controls side by side (ipywidgets.HBox).
func NewHBox(children ...Widget) *Box { return boxed("NewHBox", "HBox", children) }

// NewVBox returns controls one below the other (ipywidgets.VBox).
func NewVBox(children ...Widget) *Box { return boxed("NewVBox", "VBox", children) }

// NewTab returns controls on tabs with titles, one of which is visible (ipywidgets.Tab). There must be as many titles
// as controls.
func NewTab(titles []string, children ...Widget) *Box {
	return titled("NewTab", "Tab", titles, children)
}

// NewAccordion returns controls below titles that open them, one at a time (ipywidgets.Accordion). There must be as
// many titles as controls.
func NewAccordion(titles []string, children ...Widget) *Box {
	return titled("NewAccordion", "Accordion", titles, children)
}

func boxed(op, name string, children []Widget) *Box {
	return &Box{newModel(op, name, Traits{"children": whole(op, children)})}
}

func titled(op, name string, titles []string, children []Widget) *Box {
	if len(titles) != len(children) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', there must be a title for each control, but got %d titles and %d controls.",
			op, len(titles), len(children))
	}
	t := Traits{"children": whole(op, children), "titles": titles}
	if name == "Tab" && len(children) > 0 {
		t["selected_index"] = 0
	}
	return &Box{newModel(op, name, t)}
}

// whole returns the controls, and raises an error if one is nil.
func whole(op string, children []Widget) []Widget {
	for i, c := range children {
		if v, ok := general(c); !ok || v == nil {
			tensor.Throw(op, tensor.ValueError, "For '%s', control %d is nil.", op, i)
		}
	}
	return append([]Widget{}, children...)
}

// SetChildren replaces the controls in the box.
func (b *Box) SetChildren(children ...Widget) { b.Set("children", whole("SetChildren", children)) }

// Selected returns the index of the child that a Tab or an Accordion shows, or -1 for none and for other boxes.
func (b *Box) Selected() int {
	if i, ok := b.peek("selected_index").(int); ok {
		return i
	}
	return -1
}

// Link connects traits of two controls in the front end, also without a kernel.
type Link struct{ *Model }

// JSLink keeps a trait of one control equal to a trait of another in the front end, as in JSLink(play, "value",
// slider, "value") (ipywidgets.jslink). Close ends the link.
func JSLink(a Widget, aKey string, b Widget, bKey string) *Link {
	return linked("JSLink", "Link", a, aKey, b, bKey)
}

// JSDLink makes a trait of target follow a trait of source in the front end (ipywidgets.jsdlink).
func JSDLink(source Widget, sourceKey string, target Widget, targetKey string) *Link {
	return linked("JSDLink", "DirectionalLink", source, sourceKey, target, targetKey)
}

func linked(op, name string, a Widget, aKey string, b Widget, bKey string) *Link {
	ends := whole(op, []Widget{a, b})
	ends[0].model().Get(aKey)
	ends[1].model().Get(bKey)
	l := &Link{newModel(op, name, Traits{"source": []any{ends[0], aKey}, "target": []any{ends[1], bKey}})}
	_ = l.open() // without a front end there is nothing to link
	return l
}

// NewAny returns a control drawn by a JavaScript module, as in anywidget: esm is the source of the module, whose
// default export has the function render({model, el}), css is its style sheet, and state the traits for model.get and
// model.set. The front end needs anywidget's extension, or loads it from the network.
func NewAny(esm, css string, state Traits) *Model {
	parts := Traits{"_esm": esm, "_css": css, "_anywidget_id": "msrepl.Any"}
	for key, v := range state {
		parts[key] = v
	}
	return newModel("NewAny", "Any", parts)
}
