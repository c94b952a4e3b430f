package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// UseOneHot makes [Embedding] multiply one-hot vectors with its table instead of looking up rows
// (use_one_hot).
func UseOneHot(on bool) Option { return Option{"UseOneHot", on} }

// EmbeddingTable sets how the table is initialized (embedding_table); the default is "normal"; see
// [WeightInit].
func EmbeddingTable(init any) Option { return Option{"EmbeddingTable", init} }

// PaddingIdx sets the row of an embedding that is initialized with zeros (padding_idx).
func PaddingIdx(i int) Option { return Option{"PaddingIdx", i} }

// Embedding is mindspore.nn.Embedding: the rows of a table at indices.
//
//ms:layer layer.embedding
//ms:text vocab_size={vocab}, embedding_size={size}, use_one_hot={oneHot}, embedding_table={EmbeddingTable},
//ms:text dtype={dtype}, padding_idx={padding}
type Embedding struct {
	Cell
	EmbeddingTable *Parameter `ms:"embedding_table"`

	vocab, size int
	oneHot      bool
	dtype       tensor.DType
	padding     any // nil, or an int
}

// embeddingOptions are the options of [Embedding].
type embeddingOptions struct {
	useOneHot      bool         `default:"false"`
	embeddingTable any          `default:"normal"`
	paddingIdx     *int         `default:""`
	dtype          tensor.DType `default:"Float32"`
}

// The table has the shape (vocabSize, embeddingSize). A padding index outside of it raises ValueError.
func (e *Embedding) build(vocabSize, embeddingSize int, o embeddingOptions) {
	positive("Embedding", "vocab_size", vocabSize)
	positive("Embedding", "embedding_size", embeddingSize)
	e.vocab, e.size, e.oneHot, e.dtype = vocabSize, embeddingSize, o.useOneHot, o.dtype
	table := initial(o.embeddingTable, []int{vocabSize, embeddingSize}, o.dtype)
	if o.paddingIdx != nil {
		i := *o.paddingIdx
		if i < 0 || i >= vocabSize {
			tensor.Throw("Embedding", tensor.ValueError, "For 'Embedding', the 'padding_idx' must be in range of [0, %d), but got %d.", vocabSize, i)
		}
		e.padding = i
		table = table.Clone()
		table.SetAt(tensor.Scalar(0), i)
	}
	e.EmbeddingTable = NewParameter(table, "embedding_table")
}

// Construct takes integers of any shape and returns that shape followed by embeddingSize.
func (e *Embedding) Construct(ids *tensor.Tensor) *tensor.Tensor {
	if !e.oneHot {
		return ops.Embedding(ids, e.EmbeddingTable.Tensor)
	}
	rows := ids.Flatten(0).OneHot(e.vocab).AsType(e.dtype).MatMul(e.EmbeddingTable.Tensor)
	return rows.Reshape(append(ids.Shape(), e.size)...)
}
