package numtext

import "reflect"

// Spell lays a out as Str does, with words that spell makes of its elements, given as Go values of
// the element type. Shorter words are moved right to the width of the longest.
func Spell(a Array, o Options, spell func(v any) string) string {
	if a.Size() == 0 {
		return "[]"
	}
	edge, cut := summary(a, o)
	vals := reflect.ValueOf(a.Values)
	w := spelled{texts: widen(a.places(nil, cut, edge, 0, a.Offset), func(at int) string { return spell(vals.Index(at).Interface()) })}
	if len(a.Shape) == 0 {
		return w.texts[0]
	}
	for _, text := range w.texts {
		w.width = max(w.width, len(text))
	}
	l := layout{words: w, shape: a.Shape, cut: cut, edge: edge, sep: " "}
	l.axis(0, 1, o.LineWidth)
	return string(l.out)
}

type spelled struct {
	texts []string
	width int
}

func (w spelled) put(dst []byte, i int) []byte {
	start := len(dst)
	return justify(append(dst, w.texts[i]...), start, w.width)
}
