package train

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/tensor"
)

// CheckpointConfig says when checkpoints are saved, and how many are kept: mindspore.train.CheckpointConfig. The
// zero value is MindSpore's default: after every step, and the last five.
type CheckpointConfig struct {
	SaveCheckpointSteps   int      // save after so many steps, 1 when both this and SaveCheckpointSeconds are 0
	SaveCheckpointSeconds int      // save when so many seconds have passed since the last
	KeepCheckpointMax     int      // delete the oldest beyond so many; 0 is 5, negative is no limit
	SavedNetwork          nn.Layer // what is saved alone, by default all that is trained
	Format                string   // "ckpt", the default, or "safetensors"
}

// ModelCheckpoint saves the parameters of the network and the optimizer, and a dynamic loss scale, while they are
// trained: mindspore.train.ModelCheckpoint. [Model.LoadParams] loads them. Files are called prefix-epoch_step.ckpt;
// when a folder already has files of that prefix, theirs is prefix_1, prefix_2 and so on.
type ModelCheckpoint struct {
	dir, prefix string
	config      CheckpointConfig

	name  string // the prefix of this training
	files []string
	saved int // step of the last checkpoint
	at    time.Time
}

// NewModelCheckpoint returns a ModelCheckpoint that saves in the folder dir, which it makes. MindSpore's default
// prefix is "CKP". An empty prefix, one with a separator and a Format that there is not raise ValueError.
func NewModelCheckpoint(prefix, dir string, config ...CheckpointConfig) *ModelCheckpoint {
	if prefix == "" || strings.ContainsAny(prefix, `/\`) {
		tensor.Throw("ModelCheckpoint", tensor.ValueError, "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is invalid, "+
			"it must be string that does not contain '/', but got %s.", prefix)
	}
	m := &ModelCheckpoint{dir: dir, prefix: prefix, config: kwargs.Optional(config, CheckpointConfig{})}
	m.config.Format = cmp.Or(m.config.Format, "ckpt")
	if m.config.Format != "ckpt" && m.config.Format != "safetensors" {
		tensor.Throw("CheckpointConfig", tensor.ValueError, "For 'CheckpointConfig', the 'format' must be in ['ckpt', 'safetensors'], but got %s.", m.config.Format)
	}
	if m.config.SaveCheckpointSteps == 0 && m.config.SaveCheckpointSeconds == 0 {
		m.config.SaveCheckpointSteps = 1
	}
	m.config.KeepCheckpointMax = cmp.Or(m.config.KeepCheckpointMax, 5)
	return m
}

// LatestFile returns the file that was saved last, "" before the first: ModelCheckpoint.latest_ckpt_file_name.
func (m *ModelCheckpoint) LatestFile() string {
	if len(m.files) == 0 {
		return ""
	}
	return m.files[len(m.files)-1]
}

// Begin makes the folder and chooses a prefix that is free there.
func (m *ModelCheckpoint) Begin(c *RunContext) error {
	m.name, m.files, m.saved, m.at = m.prefix, nil, c.CurStepNum, time.Now()
	if err := os.MkdirAll(m.dir, 0o755); err != nil {
		return err
	}
	for i := 1; ; i++ {
		taken, err := filepath.Glob(filepath.Join(literal(m.dir), literal(m.name)+"-*."+m.config.Format))
		if err != nil || len(taken) == 0 {
			return err
		}
		m.name = fmt.Sprintf("%s_%d", m.prefix, i)
	}
}

// literal makes a name a pattern that matches itself only.
func literal(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(name)
}

// StepEnd saves a checkpoint when it is time.
func (m *ModelCheckpoint) StepEnd(c *RunContext) error {
	steps, seconds := m.config.SaveCheckpointSteps, m.config.SaveCheckpointSeconds
	if steps > 0 && c.CurStepNum >= m.saved+steps || seconds > 0 && time.Since(m.at) >= time.Duration(seconds)*time.Second {
		return m.save(c)
	}
	return nil
}

// End saves the last step, if that was not done.
func (m *ModelCheckpoint) End(c *RunContext) error {
	if m.saved == c.CurStepNum {
		return nil
	}
	return m.save(c)
}

func (m *ModelCheckpoint) save(c *RunContext) error {
	name := fmt.Sprintf("%s-%d_%d.%s", m.name, c.CurEpochNum, c.StepInEpoch(), m.config.Format)
	file := filepath.Join(m.dir, name)
	if err := ckpt.Save(m.parameters(c), file, ckpt.Format(m.config.Format)); err != nil {
		return err
	}
	m.saved, m.at = c.CurStepNum, time.Now()
	m.files = append(m.files, file)
	if limit := m.config.KeepCheckpointMax; limit > 0 && len(m.files) > limit {
		if err := os.Remove(m.files[0]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		m.files = m.files[1:]
	}
	return nil
}

// parameters are those of the network, then those that only the optimizer has, and the state of a loss scaler.
func (m *ModelCheckpoint) parameters(c *RunContext) *ckpt.ParamDict {
	cells := []nn.Layer{c.Network(), c.Optimizer()}
	if m.config.SavedNetwork != nil {
		cells = []nn.Layer{m.config.SavedNetwork}
	}
	all := ckpt.NewParamDict()
	for _, cell := range cells {
		for _, p := range cell.CellBase().ParametersAndNames() {
			all.Set(p.Param.Name(), p.Param)
		}
	}
	if k, ok := c.Model.step.scaler.(keeper); ok && m.config.SavedNetwork == nil {
		for _, p := range k.Parameters() {
			all.Set(p.Name(), p)
		}
	}
	return all
}
