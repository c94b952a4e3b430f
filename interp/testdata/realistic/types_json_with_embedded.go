package main

import "encoding/json"
import "fmt"

type Base struct {
	ID   int `json:"id"`
	tags []string
}
type Doc struct {
	Base
	Title string `json:"title,omitempty"`
	When  stamp
}
type stamp int

func (s stamp) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "t%d", int(s)), nil }
func (s *stamp) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "t%d", (*int)(s))
	return err
}
func (b *Base) Tag(s string) *Base { b.tags = append(b.tags, s); return b }
func (d Doc) String() string       { return fmt.Sprintf("%d/%s/%v/%v", d.ID, d.Title, d.When, d.tags) }

func main() {
	docs := map[string]*Doc{"a": {Base{ID: 3}, "x", 5}, "b": {}}
	docs["a"].Tag("p").Tag("q")
	b, err := json.Marshal(docs)
	fmt.Println(string(b), err)
	var back map[string]Doc
	err = json.Unmarshal(b, &back)
	fmt.Println(back["a"], back["b"], err)
	var m map[stamp]int
	err = json.Unmarshal([]byte(`{"t4":1}`), &m)
	fmt.Println(m, err)
}
