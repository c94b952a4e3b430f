package kernel

import (
	"encoding/json"
	"fmt"
	"os"
)

// connection is the connection file, in which Jupyter specifies where a kernel listens.
type connection struct {
	Transport       string `json:"transport"`
	IP              string `json:"ip"`
	ShellPort       int    `json:"shell_port"`
	ControlPort     int    `json:"control_port"`
	StdinPort       int    `json:"stdin_port"`
	IOPubPort       int    `json:"iopub_port"`
	HBPort          int    `json:"hb_port"`
	Key             string `json:"key"`
	SignatureScheme string `json:"signature_scheme"`
}

// readConnection reads and checks a connection file.
func readConnection(path string) (connection, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return connection{}, fmt.Errorf("connection file: %w", err)
	}
	c := connection{Transport: "tcp", IP: "127.0.0.1", SignatureScheme: "hmac-sha256"}
	if err := json.Unmarshal(text, &c); err != nil {
		return connection{}, fmt.Errorf("connection file %s: %w", path, err)
	}
	if c.Key != "" && c.SignatureScheme != "hmac-sha256" {
		return connection{}, fmt.Errorf("connection file %s: signature scheme %q is not hmac-sha256", path, c.SignatureScheme)
	}
	return c, nil
}
