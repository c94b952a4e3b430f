package htmltext

import "testing"

func TestText(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"", ""},
		{"plain", "plain"},
		{"a <b>bold</b>\n  word", "a bold word"},
		{"1 &lt; 2 &amp;&nbsp;3", "1 < 2 & 3"},
		{"<p>one</p><p>two<br>three</p>", "one\ntwo\nthree"},
		{"<style>p{color:red}</style><script>if (a<b) {}</script>text", "text"},
		{"<ul><li>a</li><li>b</li></ul>", "• a\n• b"},
		{"<pre>a  b\n c</pre>d", "a  b\n c\nd"},
		{"<h1>Head</h1>below", "Head\nbelow"},
		{"<svg><title>hidden</title></svg>seen", "seen"},
		{
			"<table><tr><th>name</th><th>n</th></tr><tr><td>a</td><td>10</td></tr><tr><td>bcd e</td><td>5</td></tr></table>after",
			"name    n\na      10\nbcd e   5\nafter",
		},
		{`<svg width="1"/>seen<script>if (a < "</b>") {}</script> too`, "seen too"},
		{"a<!-- not <b>this -->b &zzentity; &copy 2", "ab &zzentity; © 2"},
		{`<p title="a > b">one<P>two`, "one\ntwo"},
		{"<table><tr><td>broken", "broken"},
		{"a < b <i>and</i> c <", "a < b and c <"},
		{"a\xffb</i>\x1bc\x00", "a\ufffdbc"},
	} {
		if got := Text(c.page); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.page, got, c.want)
		}
	}
}
