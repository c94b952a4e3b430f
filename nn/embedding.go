package nn

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// UseOneHot makes [Embedding] multiply one-hot vectors with its table instead of looking up rows
// (use_one_hot).
func UseOneHot(on bool) Option { return Option{"use_one_hot", on} }

// EmbeddingTable sets how the table is initialized (embedding_table), "normal" without it; see
// [WeightInit].
func EmbeddingTable(init any) Option { return Option{"embedding_table", init} }

// PaddingIdx names the row of an embedding that starts as zeros (padding_idx).
func PaddingIdx(i int) Option { return Option{"padding_idx", i} }

// Embedding is mindspore.nn.Embedding: the rows of a table that indices name.
type Embedding struct {
	Cell
	EmbeddingTable *Parameter `ms:"embedding_table"`

	vocab, size int
	oneHot      bool
	dtype       tensor.DType
	padding     any // nil, or an int
}

// NewEmbedding returns an Embedding layer with a table of shape (vocabSize, embeddingSize). Options are
// [UseOneHot] (false), [EmbeddingTable] ("normal"), [PaddingIdx] and [DType]. A padding index outside of
// the table raises ValueError.
func NewEmbedding(vocabSize, embeddingSize int, opts ...Option) *Embedding {
	o := readOptions("Embedding", opts, "use_one_hot", "embedding_table", "dtype", "padding_idx")
	positive("Embedding", "vocab_size", vocabSize)
	positive("Embedding", "embedding_size", embeddingSize)
	e := &Embedding{
		vocab: vocabSize, size: embeddingSize, oneHot: option(o, "use_one_hot", false),
		dtype: option(o, "dtype", tensor.Float32), padding: o["padding_idx"],
	}
	table := o.init("embedding_table", "normal", []int{vocabSize, embeddingSize})
	if i, ok := passed[int](o, "padding_idx"); ok {
		if i < 0 || i >= vocabSize {
			tensor.Throw("Embedding", tensor.ValueError, "For 'Embedding', the 'padding_idx' must be in range of [0, %d), but got %d.", vocabSize, i)
		}
		table = table.Clone()
		table.SetAt(tensor.Scalar(0), i)
	}
	e.EmbeddingTable = NewParameter(table, "embedding_table")
	e.Init(e)
	return e
}

// Construct takes integers of any shape and returns that shape with embeddingSize behind it.
func (e *Embedding) Construct(ids *tensor.Tensor) *tensor.Tensor {
	if !e.oneHot {
		return ops.Embedding(ids, e.EmbeddingTable.Tensor)
	}
	rows := ids.Flatten(0).OneHot(e.vocab).AsType(e.dtype).MatMul(e.EmbeddingTable.Tensor)
	return rows.Reshape(append(ids.Shape(), e.size)...)
}

// ExtendRepr is the text of the settings.
func (e *Embedding) ExtendRepr() string {
	return fmt.Sprintf("vocab_size=%d, embedding_size=%d, use_one_hot=%s, embedding_table=%s, dtype=%s, padding_idx=%s",
		e.vocab, e.size, tensor.Repr(e.oneHot), e.EmbeddingTable, e.dtype, tensor.Repr(e.padding))
}
