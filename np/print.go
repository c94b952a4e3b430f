package np

import "github.com/msrepl/msrepl/tensor"

// PrintOption is a keyword argument of SetPrintOptions.
type PrintOption struct{ apply func(o *tensor.PrintOptions) }

// SetPrintOptions sets the given options for printing tensors: numpy.set_printoptions. The repr that a notebook shows
// does not depend on them.
func SetPrintOptions(opts ...PrintOption) {
	o := tensor.GetPrintOptions()
	for _, opt := range opts {
		opt.apply(&o)
	}
	tensor.SetPrintOptions(o)
}

// GetPrintOptions returns the current options: numpy.get_printoptions.
func GetPrintOptions() tensor.PrintOptions { return tensor.GetPrintOptions() }

// Precision is the number of digits after the point, 8 by default.
func Precision(digits int) PrintOption {
	require("set_printoptions", digits >= 0, "precision must not be negative")
	return PrintOption{func(o *tensor.PrintOptions) { o.Precision = digits }}
}

// Threshold is the number of elements above which a tensor is summarised, 1000 by default.
func Threshold(elements int) PrintOption {
	return PrintOption{func(o *tensor.PrintOptions) { o.Threshold = elements }}
}

// EdgeItems is the number of elements shown at each end of a summarised axis, 3 by default.
func EdgeItems(n int) PrintOption {
	require("set_printoptions", n > 0, "edgeitems must be positive")
	return PrintOption{func(o *tensor.PrintOptions) { o.EdgeItems = n }}
}

// LineWidth is the number of characters in a line, 75 by default.
func LineWidth(characters int) PrintOption {
	return PrintOption{func(o *tensor.PrintOptions) { o.LineWidth = characters }}
}

// Suppress reports whether small numbers print without exponents, at the cost of digits; false by default.
func Suppress(yes bool) PrintOption {
	return PrintOption{func(o *tensor.PrintOptions) { o.Suppress = yes }}
}
