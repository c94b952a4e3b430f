package ckpt

import "fmt"

// failure is an error with MindSpore's message, and its cause if there is one.
type failure struct {
	msg   string
	cause error
}

func (f *failure) Error() string {
	if f.cause != nil {
		return f.msg + ": " + f.cause.Error()
	}
	return f.msg
}

func (f *failure) Unwrap() error { return f.cause }

func failed(cause error, format string, args ...any) error {
	return &failure{fmt.Sprintf(format, args...), cause}
}

var (
	errDamaged = failed(nil, "For 'load_checkpoint', the crc check is failed, please check whether the ckpt file is damaged.")
	errEmpty   = failed(nil, "The loaded parameter dict is empty after filter or specify, please check whether 'filter_prefix' or "+
		"'specify_prefix' are set correctly.")
)
