package widget

import (
	"maps"
	"slices"

	"github.com/msrepl/msrepl/display/frontend"
)

// target is the target name of comms of models, and viewMIME the MIME type that shows a model.
const (
	target   = "jupyter.widget"
	viewMIME = "application/vnd.jupyter.widget-view+json"
)

// MIME returns the representations of the control: its model, for front ends with widgets, and a line of text.
func (m *Model) MIME() map[string]any {
	data := map[string]any{"text/plain": m.String()}
	if !m.kind.shown() || m.open() != nil {
		return data
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.comm == nil { // closed in the meantime
		return data
	}
	major := 2
	if m.version == 6 {
		major = 1
		_ = m.comm.Send(map[string]any{"method": "display"})
		data["text/plain"] = "" // the page would show it as well
	}
	data[viewMIME] = map[string]any{"version_major": major, "version_minor": 0, "model_id": m.comm.ID()}
	return data
}

// ID returns the model's ID in the front end, "" before it is shown.
func (m *Model) ID() string {
	if id := m.id.Load(); id != nil {
		return *id
	}
	return ""
}

// open opens the model in the front end, and those that its state refers to.
func (m *Model) open() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.comm != nil {
		return nil
	}
	m.version = inUse()
	state, paths, buffers, err := m.encode(slices.Collect(maps.Keys(m.state)))
	if err != nil {
		return err
	}
	maps.Copy(state, m.kind.names(m.version))
	msg := frontend.Message{
		Data: map[string]any{"state": state, "buffer_paths": paths}, Buffers: buffers,
		Metadata: map[string]any{"version": m.version.protocol()},
	}
	if m.version == 6 {
		msg.Data = state
	}
	m.comm, err = frontend.OpenMessage(target, msg, m.deliver, m.gone)
	if err == nil {
		m.known(m.comm.ID())
	}
	return err
}

// gone records that the front end has closed the comm.
func (m *Model) gone(frontend.Message) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.comm != nil {
		m.forget()
	}
}

// known registers the comm ID of the model; forget removes it.
func (m *Model) known(id string) {
	m.id.Store(&id)
	enlist(id, m)
}

func (m *Model) forget() {
	strike(m.ID())
	m.id.Store(nil)
	m.comm = nil
}

// Close removes the control, its layout and its style from the front end. It keeps its values, and may be shown again.
func (m *Model) Close() {
	m.mu.Lock()
	comm := m.comm
	if comm != nil {
		m.forget()
	}
	parts := []*Model{}
	for _, v := range m.state {
		if p, ok := v.(*Model); ok {
			parts = append(parts, p)
		}
	}
	m.mu.Unlock()
	if comm != nil {
		_ = comm.Close()
	}
	for _, p := range parts {
		p.Close()
	}
}

// Send sends a custom message, as ipywidgets' method send does; the front end receives it as msg:custom. Without a
// front end nothing is sent.
func (m *Model) Send(content map[string]any, buffers ...[]byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.comm == nil {
		return nil
	}
	data := map[string]any{"method": "custom", "content": content}
	return m.comm.SendMessage(frontend.Message{Data: data, Buffers: buffers})
}

// OnMessage calls f with custom messages of the control, such as the click of a button.
func (m *Model) OnMessage(f func(content map[string]any, buffers [][]byte)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.received = append(m.received, f)
}

// update sends parts of the state. The caller holds m.mu.
func (m *Model) update(keys []string) {
	state, paths, buffers, err := m.encode(keys)
	if err == nil && len(state) > 0 {
		m.sendState("update", state, paths, buffers)
	}
}

func (m *Model) sendState(method string, state map[string]any, paths []any, buffers [][]byte) {
	data := map[string]any{"method": method, "state": state, "buffer_paths": paths}
	if m.version == 6 {
		names := []any{}
		for _, p := range paths {
			names = append(names, p.([]any)[0])
		}
		data = map[string]any{"method": method, "state": state, "buffers": names}
	}
	_ = m.comm.SendMessage(frontend.Message{Data: data, Buffers: buffers}) // the front end may be gone
}

// encode returns parts of the state in the form of messages: models by name, and bytes in separate buffers. The caller
// holds m.mu.
func (m *Model) encode(keys []string) (state map[string]any, paths []any, buffers [][]byte, err error) {
	state, paths = map[string]any{}, []any{}
	plain := map[string]any{}
	slices.Sort(keys)
	for _, key := range keys {
		m.version.put(m.kind, plain, key, m.state[key], func(other string) any { return m.state[other] })
	}
	for _, key := range slices.Sorted(maps.Keys(plain)) {
		if raw, is := plain[key].([]byte); is {
			paths, buffers = append(paths, []any{key}), append(buffers, raw)
			continue
		}
		if state[key], err = lift(plain[key], []any{key}, &paths, &buffers); err != nil {
			return nil, nil, nil, err
		}
	}
	return state, paths, buffers, nil
}

// lift returns a value for JSON: bytes are moved to buffers and their paths to paths; in lists they are replaced by
// nil.
func lift(v any, at []any, paths *[]any, buffers *[][]byte) (_ any, err error) {
	switch v := v.(type) {
	case *Model:
		if err := v.open(); err != nil {
			return nil, err
		}
		return "IPY_MODEL_" + v.ID(), nil
	case []byte:
		*paths, *buffers = append(*paths, at), append(*buffers, v)
		return nil, nil
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			if list[i], err = lift(x, append(slices.Clone(at), i), paths, buffers); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		m := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			path := append(slices.Clone(at), key)
			if raw, is := v[key].([]byte); is {
				*paths, *buffers = append(*paths, path), append(*buffers, raw)
				continue
			}
			if m[key], err = lift(v[key], path, paths, buffers); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	return v, nil
}
