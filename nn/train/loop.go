package train

import (
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/tensor"
)

// Train iterates over the dataset epochs times and updates the parameters after every row, which is a batch:
// Model.train. Callbacks are those of this package or of the user, see [RunContext]; an [InitialEpoch] among them
// continues a stopped training after [Model.LoadParams]. The network is in training mode during the call. A model
// without an optimizer, a number of epochs that is not positive, and a dataset without rows raise ValueError. The
// returned error is that of the dataset or of a callback.
func (m *Model) Train(epochs int, ds *data.Dataset, callbacks ...any) error {
	return m.fit(epochs, ds, nil, callbacks)
}

// Fit is Train that also evaluates the metrics on another dataset after every epoch: Model.fit. LossMonitor prints
// them; EarlyStopping and History use them.
func (m *Model) Fit(epochs int, ds, valid *data.Dataset, callbacks ...any) error {
	if len(m.metrics) == 0 {
		tensor.Throw("Model.fit", tensor.ValueError, "For Model.fit, the model argument 'metrics' can not be None or empty, you should set the argument 'metrics' for model.")
	}
	return m.fit(epochs, ds, valid, callbacks)
}

func (m *Model) fit(epochs int, ds, valid *data.Dataset, callbacks []any) error {
	if m.step.opt == nil {
		tensor.Throw("Model.train", tensor.ValueError, "For 'Model.train', the model needs an optimizer: give train.Optimizer to NewModel.")
	}
	if epochs <= 0 {
		tensor.Throw("Model.train", tensor.ValueError, "For 'Model.train', the 'epoch' must be int and must > 0, but got '%d' with type 'int'.", epochs)
	}
	before, callbacks := takeInitialEpoch(epochs, callbacks)
	c := &RunContext{Model: m, EpochNum: epochs, BatchNum: max(ds.SizeHint(), 0), calls: newCalls(callbacks)}
	c.CurStepNum = before * c.BatchNum
	defer m.mode(true)()
	defer func() { m.step.sum, m.step.batches = nil, 0 }() // of an epoch that was cut short
	if err := c.fire("Begin"); err != nil {
		return err
	}
	for e := before + 1; e <= epochs && !c.stop; e++ {
		c.CurEpochNum = e
		if err := m.epoch(c, ds, valid); err != nil {
			return err
		}
	}
	return c.fire("End")
}

// epoch runs one pass over the data, with its callbacks and evaluation.
func (m *Model) epoch(c *RunContext, ds, valid *data.Dataset) error {
	c.stepInEpoch = 0
	if err := c.fire("EpochBegin"); err != nil {
		return err
	}
	it := ds.Iterator()
	defer it.Close()
	for !c.stop && it.Next() {
		if err := m.batch(c, it.Row()); err != nil {
			return err
		}
	}
	if it.Err() != nil {
		return it.Err()
	}
	if c.stepInEpoch == 0 && !c.stop { // such as after Batch(64, true) of 50 rows
		tensor.Throw("Model.train", tensor.ValueError, "There is no valid data in dataset, please check dataset file firstly.")
	}
	m.step.apply()
	c.BatchNum = c.stepInEpoch
	if valid != nil {
		losses, steps := 0.0, 0
		results, err := m.evaluate(valid, func(loss *tensor.Tensor) { losses, steps = losses+loss.Mean().Float(), steps+1 })
		if err != nil {
			return err
		}
		c.Metrics, c.evalLoss = results, losses/float64(steps)
		m.net.CellBase().SetTrain(true)
	}
	return c.fire("EpochEnd")
}

func (m *Model) batch(c *RunContext, row tensor.Tuple) error {
	c.CurStepNum++
	c.stepInEpoch++
	if err := c.fire("StepBegin"); err != nil {
		return err
	}
	c.NetOutputs = m.step.train(func() *tensor.Tensor {
		loss, _, _ := m.forward(row)
		return loss
	})
	return c.fire("StepEnd")
}

// Eval iterates over the dataset in evaluation mode and returns the metrics: Model.eval. A model without metrics
// raises ValueError. The returned error is that of the dataset.
func (m *Model) Eval(ds *data.Dataset) (Results, error) {
	return m.evaluate(ds, func(*tensor.Tensor) {})
}

// evaluate implements Eval. It passes the loss of every batch to see.
func (m *Model) evaluate(ds *data.Dataset, see func(loss *tensor.Tensor)) (Results, error) {
	if len(m.metrics) == 0 {
		tensor.Throw("Model.eval", tensor.ValueError, "For Model.eval, the model argument 'metrics' can not be None or empty, you should set the argument 'metrics' for model.")
	}
	defer m.mode(false)()
	for _, x := range m.metrics {
		x.Clear()
	}
	it := ds.Iterator()
	defer it.Close()
	for it.Next() {
		loss, outputs, labels := m.forward(it.Row())
		see(loss)
		for _, x := range m.metrics {
			x.take(loss, outputs, labels)
		}
	}
	if it.Err() != nil {
		return Results{}, it.Err()
	}
	var r Results
	for _, x := range m.metrics {
		r.set(x.name, x.Eval())
	}
	return r, nil
}
