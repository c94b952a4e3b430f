package ckpt

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument, made by the function of that name: CRCCheck(true) is crc_check=True.
type Option struct {
	name  string // MindSpore's keyword
	value any
}

// AppendDict saves further values with the parameters (append_dict): numbers, bools, strings, parameters and
// tensors, in the order of their names.
func AppendDict(values map[string]any) Option { return Option{"append_dict", values} }

// ChoiceFunc saves or loads only what choose returns true for (choice_func).
func ChoiceFunc(choose func(name string) bool) Option { return Option{"choice_func", choose} }

// CRCCheck makes Save append a checksum and Load compare it (crc_check).
func CRCCheck(on bool) Option { return Option{"crc_check", on} }

// Format is "ckpt", "safetensors" or for Load "pt" (format); without it the ending of the file's name decides, and
// ckpt is what has another one.
func Format(name string) Option { return Option{"format", name} }

// StrictLoad makes LoadInto refuse parameters of another dtype and leave out names with a prefix (strict_load).
func StrictLoad(on bool) Option { return Option{"strict_load", on} }

// SliceSize sets how many bytes of a tensor go into one value of a .ckpt file, 512 MiB without it
// (SLICE_SIZE in train/serialization.py).
func SliceSize(bytes int) Option { return Option{"slice_size", bytes} }

// Like maps the names in a file of PyTorch, .pt or .safetensors, to those of net, by the types of its layers: the
// weight of a BatchNorm2d is gamma in MindSpore. Without it, Load guesses by what the file itself shows, and LoadInto
// corrects it by the layers of its network.
func Like(net any) Option { return Option{"like", net} }

// options are the keyword arguments that a function was given.
type options map[string]any

// readOptions collects options and raises TypeError, which lists what the function has, when one is not among them.
func readOptions(function string, given []Option, keywords ...string) options {
	o := options{}
	for _, opt := range given {
		if !slices.Contains(keywords, opt.name) {
			var names []string
			for _, k := range keywords {
				names = append(names, "ckpt."+goName(k))
			}
			tensor.Throw(function, tensor.TypeError, "For '%s', got an unexpected option '%s' (ckpt.%s); its options are %s.",
				function, opt.name, goName(opt.name), strings.Join(names, ", "))
		}
		o[opt.name] = opt.value
	}
	return o
}

// goName is the function that makes the option of a keyword: append_dict is AppendDict.
func goName(keyword string) string {
	if keyword == "crc_check" {
		return "CRCCheck"
	}
	var b strings.Builder
	for _, part := range strings.Split(keyword, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func (o options) flag(keyword string) bool {
	on, _ := o[keyword].(bool)
	return on
}

// chooses says whether choice_func, if there is one, wants a name.
func (o options) chooses(name string) bool {
	choose, ok := o["choice_func"].(func(string) bool)
	return !ok || choose(name)
}
