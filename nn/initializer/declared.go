package initializer

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// checked returns an initial value given in a cell. It raises TypeError if its method Fill has another signature.
func checked(init any) any {
	switch init.(type) {
	case nil, Initializer, *tensor.Tensor: // Tensor.Fill is another method
		return init
	}
	if m, ok := reflect.TypeOf(init).MethodByName("Fill"); ok {
		tensor.Throw("initializer", tensor.TypeError, "For 'initializer', the method Fill of %s should be Fill(out []float32, shape []int), "+
			"as an initializer.Initializer has it.", invoke.TypeName(m.Type.In(0)))
	}
	return init
}
