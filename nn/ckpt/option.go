package ckpt

import "github.com/msrepl/msrepl/internal/kwargs"

// Option is a keyword argument, made by the function of that name: CRCCheck(true) is crc_check=True.
type Option struct {
	name  string // of the function
	value any
}

// AppendDict saves additional values with the parameters (append_dict): numbers, bools, strings, parameters and
// tensors, in the order of their names.
func AppendDict(values map[string]any) Option { return Option{"AppendDict", values} }

// ChoiceFunc saves or loads only the names for which choose returns true (choice_func).
func ChoiceFunc(choose func(name string) bool) Option { return Option{"ChoiceFunc", choose} }

// CRCCheck makes Save append a checksum and Load verify it (crc_check).
func CRCCheck(on bool) Option { return Option{"CRCCheck", on} }

// Format sets the format (format): "ckpt", "safetensors" or, for Load, "pt". By default it follows from the file name
// extension; any other extension means "ckpt".
func Format(name string) Option { return Option{"Format", name} }

// StrictLoad makes LoadInto reject parameters of a different dtype and ignore prefixed names (strict_load).
func StrictLoad(on bool) Option { return Option{"StrictLoad", on} }

// SliceSize sets the maximum number of bytes of a tensor in one value of a .ckpt file (SLICE_SIZE in
// train/serialization.py); the default is 512 MiB.
func SliceSize(bytes int) Option { return Option{"SliceSize", bytes} }

// Like maps the names in a PyTorch file, .pt or .safetensors, to those of net, by the types of its layers: the weight
// of a BatchNorm2d is gamma in MindSpore. Without it, Load guesses the types from the contents of the file, and
// LoadInto corrects them by the layers of its network.
func Like(net any) Option { return Option{"Like", net} }

// options are the keyword arguments of a function.
type options struct {
	append map[string]any
	choose func(name string) bool
	check  bool
	format string
	strict bool
	slice  int
	like   any
}

// readOptions collects the options passed to a function that accepts options of these names.
func readOptions(function string, given []Option, names ...string) options {
	g := kwargs.New("ckpt", function, names...)
	for _, o := range given {
		g.Set(o.name, o.value)
	}
	return options{
		append: kwargs.Get[map[string]any](g, "AppendDict", nil),
		choose: kwargs.Get[func(name string) bool](g, "ChoiceFunc", nil),
		check:  kwargs.Get(g, "CRCCheck", false),
		format: kwargs.Get(g, "Format", ""),
		strict: kwargs.Get(g, "StrictLoad", false),
		slice:  kwargs.Get(g, "SliceSize", sliceSize),
		like:   kwargs.Get[any](g, "Like", nil),
	}
}

// chooses reports whether choice_func, if there is one, selects a name.
func (o options) chooses(name string) bool { return o.choose == nil || o.choose(name) }
