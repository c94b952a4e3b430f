package nn

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// modules are MindSpore's modules below mindspore.nn with the layers that they define.
var modules = map[string]string{
	"layer.activation": "CELU ELU FastGelu GELU GLU HShrink HSigmoid HSwish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish PReLU RReLU ReLU " +
		"ReLU6 SeLU SiLU Sigmoid SoftShrink Softmax Softmax2d Softmin Softsign Tanh Tanhshrink Threshold",
	"layer.basic":           "Dense Dropout Dropout1d Dropout2d Dropout3d Flatten Identity Pad Upsample",
	"layer.channel_shuffle": "ChannelShuffle",
	"layer.container":       "CellDict CellList SequentialCell",
	"layer.conv":            "Conv1d Conv1dTranspose Conv2d Conv2dTranspose Conv3d Conv3dTranspose",
	"layer.embedding":       "Embedding",
	"layer.image":           "PixelShuffle PixelUnshuffle",
	"layer.normalization":   "BatchNorm1d BatchNorm2d BatchNorm3d GroupNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d LayerNorm",
	"layer.padding": "ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d " +
		"ReplicationPad2d ReplicationPad3d ZeroPad2d",
	"layer.pooling": "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d " +
		"AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
	"layer.rnn_cells":   "GRUCell LSTMCell RNNCell",
	"layer.rnns":        "GRU LSTM RNN",
	"layer.transformer": "MultiheadAttention Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
	"loss.loss": "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss DiceLoss FocalLoss GaussianNLLLoss HingeEmbeddingLoss " +
		"HuberLoss KLDivLoss L1Loss LossBase MAELoss MSELoss MarginRankingLoss MultiClassDiceLoss MultiLabelSoftMarginLoss MultiMarginLoss " +
		"MultilabelMarginLoss NLLLoss PoissonNLLLoss RMSELoss SmoothL1Loss SoftMarginLoss SoftmaxCrossEntropyWithLogits TripletMarginLoss",
	"wrap.cell_wrapper": "ForwardValueAndGrad ParameterUpdate TrainOneStepCell WithEvalCell WithGradCell WithLossCell",
}

// moduleOf is modules the other way round.
var moduleOf = func() map[string]string {
	of := map[string]string{"Cell": "mindspore.nn.cell"}
	for module, names := range modules {
		for _, name := range strings.Fields(names) {
			of[name] = "mindspore.nn." + module
		}
	}
	return of
}()

// TypeOf returns what Python prints of type(v): <class 'mindspore.nn.layer.conv.Conv2d'> for a layer, <class '__main__.Net'> for a type of
// the user's, <class 'generator'> for what GetParameters returns.
func TypeOf(v any) string { return "<class '" + className(bridge.Unwrap(v)) + "'>" }

func className(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case *tensor.Tensor:
		return "mindspore.common.tensor.Tensor"
	case *Parameter:
		return "mindspore.common.parameter.Parameter"
	case ParameterTuple:
		return "mindspore.common.parameter.ParameterTuple"
	case ParameterSeq:
		return "generator"
	case ParameterDict:
		return "collections.OrderedDict"
	case Named, NamedParameter, tensor.Tuple:
		return "tuple"
	case Layer:
		return v.CellBase().className()
	}
	return builtin(reflect.TypeOf(v))
}

// className returns the full name of the type around c.
func (c *Cell) className() string {
	t := reflect.TypeOf(c.outer)
	if t == nil {
		return moduleOf["Cell"] + ".Cell"
	}
	name := structName(t.Elem())
	if t.Elem().PkgPath() != reflect.TypeFor[Cell]().PkgPath() {
		return "__main__." + name
	}
	return moduleOf[name] + "." + name
}

// builtin returns Python's name for a kind of Go value.
func builtin(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "bool"
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "int"
	case k == reflect.Float32 || k == reflect.Float64:
		return "float"
	case k == reflect.String:
		return "str"
	case k == reflect.Slice || k == reflect.Array:
		return "list"
	case k == reflect.Map:
		return "dict"
	case k == reflect.Func:
		return "function"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return "__main__." + structName(t)
}
