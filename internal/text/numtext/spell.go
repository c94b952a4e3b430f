package numtext

import "reflect"

// Spell formats a as Str does, with the words that spell returns for its elements, passed as Go values of the element
// type. Words are right-justified to the longest.
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
