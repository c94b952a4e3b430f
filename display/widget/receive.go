package widget

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display/frontend"
)

// open models by the names of their comms.
var (
	modelsMu sync.Mutex
	models   = map[string]*Model{}
)

func enlist(id string, m *Model) {
	modelsMu.Lock()
	defer modelsMu.Unlock()
	models[id] = m
}

func strike(id string) {
	modelsMu.Lock()
	defer modelsMu.Unlock()
	delete(models, id)
}

func lookUp(id string) *Model {
	modelsMu.Lock()
	defer modelsMu.Unlock()
	return models[id]
}

func openModels() map[string]*Model {
	modelsMu.Lock()
	defer modelsMu.Unlock()
	return maps.Clone(models)
}

// Serve lets front ends request all models, open models and announce their version. The kernel calls it when it
// starts; cells do not need it.
func Serve() {
	fromEnvironment()
	modelsMu.Lock()
	clear(models)
	modelsMu.Unlock()
	frontend.Target("jupyter.widget.control", func(c *frontend.Comm, _ frontend.Message) {
		c.OnMessage(func(m frontend.Message) {
			if m.Data["method"] == "request_states" {
				sendStates(c)
			}
		})
	})
	frontend.Target("jupyter.widget.version", func(c *frontend.Comm, _ frontend.Message) {
		spoken.Store(6) // no later version asks
		_ = c.Send(map[string]any{"version": version(6).of(oldest)})
	})
	frontend.Target(target, opened)
}

// opened registers a model created by the front end.
func opened(c *frontend.Comm, msg frontend.Message) {
	state, _ := msg.Data["state"].(map[string]any)
	name, _ := state["_model_name"].(string)
	k := kinds()[strings.TrimSuffix(name, "Model")]
	if k == nil {
		k = kinds()["Any"]
	}
	m := &Model{kind: k, state: maps.Clone(k.defaults), comm: c, version: inUse()}
	maps.DeleteFunc(m.state, func(_ string, v any) bool { _, is := v.(part); return is })
	c.OnMessage(m.deliver)
	c.OnClose(m.gone)
	m.known(c.ID())
	m.receive(state, msg)
}

// sendStates sends the states of all models to a reloaded page.
func sendStates(c *frontend.Comm) {
	states, paths, buffers := map[string]any{}, []any{}, [][]byte(nil)
	all := openModels()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		entry, at, raw := all[id].snapshot()
		if entry == nil {
			continue
		}
		states[id] = entry
		for _, p := range at {
			paths = append(paths, append([]any{id}, p.([]any)...))
		}
		buffers = append(buffers, raw...)
	}
	data := map[string]any{"method": "update_states", "states": states, "buffer_paths": paths}
	_ = c.SendMessage(frontend.Message{Data: data, Buffers: buffers})
}

// snapshot returns the whole state with the names of the classes, or nil if the model is closed.
func (m *Model) snapshot() (entry map[string]any, paths []any, buffers [][]byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.comm == nil {
		return nil, nil, nil
	}
	state, at, buffers, err := m.encode(slices.Collect(maps.Keys(m.state)))
	if err != nil {
		return nil, nil, nil
	}
	names := m.kind.names(m.version)
	maps.Copy(state, names)
	for _, p := range at {
		paths = append(paths, append([]any{"state"}, p.([]any)...))
	}
	return map[string]any{
		"model_name": names["_model_name"], "model_module": names["_model_module"],
		"model_module_version": names["_model_module_version"], "state": state,
	}, paths, buffers
}

// deliver handles a message of the front end.
func (m *Model) deliver(msg frontend.Message) {
	switch msg.Data["method"] {
	case "update":
		state, _ := msg.Data["state"].(map[string]any)
		m.receive(state, msg)
	case "backbone": // version 6
		state, _ := msg.Data["sync_data"].(map[string]any)
		m.receive(state, msg)
	case "request_state":
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.comm != nil {
			m.update(slices.Collect(maps.Keys(m.state)))
		}
	case "custom":
		content, _ := msg.Data["content"].(map[string]any)
		m.custom(content, msg.Buffers)
	}
}

// custom calls the functions of OnMessage.
func (m *Model) custom(content map[string]any, buffers [][]byte) {
	m.mu.Lock()
	calls := slices.Clone(m.received)
	m.mu.Unlock()
	for _, f := range calls {
		f(content, buffers)
	}
}

// receive applies a state sent by the front end. Other pages receive its echo, before any consequences.
func (m *Model) receive(state map[string]any, msg frontend.Message) {
	paths, _ := msg.Data["buffer_paths"].([]any)
	m.mu.Lock()
	if m.comm != nil && m.version == newest && len(state) > 0 {
		m.sendState("echo_update", maps.Clone(state), slices.Concat([]any{}, paths), msg.Buffers)
	}
	m.mu.Unlock()
	for i, p := range paths {
		if at, ok := p.([]any); ok && i < len(msg.Buffers) {
			insert(state, at, msg.Buffers[i])
		}
	}
	parts, received := map[string]any{}, map[string]any{}
	for name, value := range state {
		key, value := m.version.take(m.kind, name, resolved(value), m.peek)
		if key == "" {
			continue
		}
		received[key] = value
		if v, ok := conform(m.kind.defaults[key], value); ok && !m.within(v) {
			parts[key] = v
			received[key] = v
		} else if now := m.peek(key); now != nil {
			parts[key] = now // revert invalid values
		}
	}
	m.change(parts, received)
}

func (m *Model) peek(key string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state[key]
}

// resolved returns a value of a state with names of models replaced by the models.
func resolved(v any) any {
	switch v := v.(type) {
	case string:
		if id, ok := strings.CutPrefix(v, "IPY_MODEL_"); ok {
			if m := lookUp(id); m != nil {
				return m
			}
		}
	case float64:
		if v == float64(int(v)) {
			return int(v)
		}
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = resolved(x)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, x := range v {
			m[key] = resolved(x)
		}
		return m
	}
	return v
}

// insert inserts bytes into a state at a path.
func insert(v any, path []any, raw []byte) {
	for i, step := range path {
		last := i == len(path)-1
		switch inner := v.(type) {
		case map[string]any:
			name, _ := step.(string)
			if last {
				inner[name] = raw
			}
			v = inner[name]
		case []any:
			n, _ := step.(float64)
			if n < 0 || int(n) >= len(inner) {
				return
			}
			if last {
				inner[int(n)] = raw
			}
			v = inner[int(n)]
		}
	}
}

// States returns the states of all models in the front end by their IDs, in the form of a notebook file: model_name,
// model_module, model_module_version, state, and its bytes as base64 in buffers.
func States() map[string]any {
	states := map[string]any{}
	for id, m := range openModels() {
		entry, paths, buffers := m.snapshot()
		if entry == nil {
			continue
		}
		var list []any
		for i, p := range paths {
			list = append(list, map[string]any{
				"path": p.([]any)[1:], "encoding": "base64", "data": base64.StdEncoding.EncodeToString(buffers[i]),
			})
		}
		if list != nil {
			entry["buffers"] = list
		}
		states[id] = entry
	}
	return states
}
