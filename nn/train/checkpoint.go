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

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/tensor"
)

// CheckpointConfig sets when checkpoints are saved and how many are kept: mindspore.train.CheckpointConfig. The zero
// value is MindSpore's default: save after every step, keep the last five.
type CheckpointConfig struct {
	SaveCheckpointSteps   int      // steps between saves; 1 if this and SaveCheckpointSeconds are both 0
	SaveCheckpointSeconds int      // seconds between saves
	KeepCheckpointMax     int      // the oldest beyond this number are deleted; 0 means 5, negative no limit
	SavedNetwork          nn.Layer // the only network to save; by default, everything that is trained
	Format                string   // "ckpt", the default, or "safetensors"
}

// ModelCheckpoint saves the parameters of the network and the optimizer, and a dynamic loss scale, during training:
// mindspore.train.ModelCheckpoint. [Model.LoadParams] loads them. Files are called prefix-epoch_step.ckpt; if the
// folder already has files with that prefix, new ones use prefix_1, prefix_2 and so on.
type ModelCheckpoint struct {
	dir, prefix string
	config      CheckpointConfig

	name  string // the prefix of this training
	files []string
	saved int // step of the last checkpoint
	at    time.Time
}

// NewModelCheckpoint returns a ModelCheckpoint that saves in the folder dir, which it creates. MindSpore's default
// prefix is "CKP". An empty prefix, a prefix with a separator, and an unknown Format raise ValueError.
func NewModelCheckpoint(prefix, dir string, config ...CheckpointConfig) *ModelCheckpoint {
	if prefix == "" || strings.ContainsAny(prefix, `/\`) {
		tensor.Throw("ModelCheckpoint", tensor.ValueError, "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is invalid, "+
			"it must be string that does not contain '/', but got %s.", prefix)
	}
	m := &ModelCheckpoint{dir: dir, prefix: prefix}
	if len(config) > 0 {
		m.config = config[0]
	}
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

// LatestFile returns the name of the last file saved, "" before the first: ModelCheckpoint.latest_ckpt_file_name.
func (m *ModelCheckpoint) LatestFile() string {
	if len(m.files) == 0 {
		return ""
	}
	return m.files[len(m.files)-1]
}

// Begin creates the folder and chooses a prefix that is not in use there.
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

// literal returns a pattern that matches only name.
func literal(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(name)
}

// StepEnd saves a checkpoint if one is due.
func (m *ModelCheckpoint) StepEnd(c *RunContext) error {
	steps, seconds := m.config.SaveCheckpointSteps, m.config.SaveCheckpointSeconds
	if steps > 0 && c.CurStepNum >= m.saved+steps || seconds > 0 && time.Since(m.at) >= time.Duration(seconds)*time.Second {
		return m.save(c)
	}
	return nil
}

// End saves the last step unless it has been saved.
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

// parameters returns the parameters of the network, those that only the optimizer has, and the state of a loss
// scaler, in this order.
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
	if k, ok := c.Model.step.scaler.(statefulScaler); ok && m.config.SavedNetwork == nil {
		for _, p := range k.Parameters() {
			all.Set(p.Name(), p)
		}
	}
	return all
}
