package optest

import (
	"encoding/json"
	"slices"
	"strings"
)

// find returns the function of a case: by the whole name, by name and Ref, or by the name before parentheses, whose
// contents are then attributes: "std(ddof=1)" is std with ddof 1, "sort(descending)" is sort with descending true.
func (c *Case) find(functions map[string]Func) Func {
	if f := functions[c.Op+"|"+c.Ref]; f != nil {
		return f
	}
	if f := functions[c.Op]; f != nil {
		return f
	}
	name, rest, _ := strings.Cut(c.Op, "(")
	if functions[name] == nil {
		return nil
	}
	attrs := map[string]any{}
	for _, part := range strings.Split(strings.TrimSuffix(rest, ")"), ",") {
		key, text, ok := strings.Cut(strings.TrimSpace(part), "=")
		attrs[key] = !ok
		if ok {
			attrs[key] = value(text)
		}
	}
	for k, v := range c.Attrs {
		attrs[k] = v
	}
	c.Attrs = attrs
	return functions[name]
}

// value parses a Python literal; any other text is a string.
func value(text string) (v any) {
	words := map[string]any{"True": true, "False": false, "None": nil}
	if v, ok := words[text]; ok {
		return v
	}
	if json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	return strings.Trim(text, `'"`)
}

// synonyms lists the names of the same argument in MindSpore, numpy and torch.
var synonyms = [][]string{
	{"axis", "dim", "dims", "axes"},
	{"keep_dims", "keepdim", "keepdims"},
	{"perm", "input_perm", "axes", "dims", "permutation"},
	{"shape", "size", "new_shape"},
	{"reps", "multiples", "repeats"},
	{"split_size", "split_size_or_sections", "sections", "indices_or_sections"},
	{"chunks", "n_chunks"},
	{"shifts", "shift"},
	{"kernel_size", "kernel"},
	{"stride", "strides"},
	{"groups", "group"},
	{"padding", "pad", "paddings"},
	{"depth", "num_classes"},
	{"alpha", "negative_slope"},
	{"min", "clip_value_min", "a_min", "min_val"},
	{"max", "clip_value_max", "a_max", "max_val"},
	{"eps", "epsilon"},
	{"diagonal", "k", "offset"},
	{"ddof", "correction"},
	{"exponent", "other"},
	{"ord", "p"},
	{"start_dim", "start_axis"},
	{"end_dim", "end_axis"},
	{"equation", "eq"},
	{"num_groups", "groups"},
	{"clip_norm", "max_norm"},
	{"output_size", "out_size"},
	{"value", "fill_value"},
	{"scale_factor", "scale"},
	{"max_norm", "clip_norm"},
}

// Attr returns an attribute by its name or, if there is none, by a synonym.
func (c *Case) Attr(name string) any {
	if v, ok := c.Attrs[name]; ok {
		return v
	}
	for _, names := range synonyms {
		if !slices.Contains(names, name) {
			continue
		}
		for _, n := range names {
			if v, ok := c.Attrs[n]; ok {
				return v
			}
		}
	}
	return nil
}

// Ints returns an attribute that is an integer or a list of integers; nil if it is absent or null.
func (c *Case) Ints(name string) []int {
	switch v := c.Attr(name).(type) {
	case float64:
		return []int{int(v)}
	case []any:
		res := make([]int, len(v))
		for i, e := range v {
			res[i] = int(e.(float64))
		}
		return res
	}
	return nil
}

// Int returns an integer attribute, or the default.
func (c *Case) Int(name string, otherwise int) int {
	if v := c.Ints(name); len(v) > 0 {
		return v[0]
	}
	return otherwise
}

// Float returns a number attribute, or the default.
func (c *Case) Float(name string, otherwise float64) float64 {
	if v, ok := c.Attr(name).(float64); ok {
		return v
	}
	return otherwise
}

// Text returns a string attribute; empty if it is absent.
func (c *Case) Text(name string) string {
	s, _ := c.Attr(name).(string)
	return s
}

// Flag returns a boolean attribute.
func (c *Case) Flag(name string) bool {
	b, _ := c.Attr(name).(bool)
	return b
}
