package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

type seg struct {
	at int
	r  rune
	n  int
}

func scan(s string) (out []seg) {
	for i, r := range s {
		out = append(out, seg{i, r, utf8.RuneLen(r)})
	}
	return
}

func main() {
	s := "a\xffé\xe4\xb8日\xc0\xaf\xed\xa0\x80\xf0\x9f\x98z"
	fmt.Println(len(s), utf8.RuneCountInString(s), utf8.ValidString(s), scan(s))
	for i, r := range "\xe2\x82" {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println([]rune(s)[1] == utf8.RuneError, string([]rune(s)) == s, len(string([]rune(s))))
	fmt.Printf("%q %+q %x % X %v %s|\n", s, s, s, s[:3], []byte(s[:3]), s[1:2])
	fmt.Printf("%c %U %q %d\n", []rune(s)[1], 'é', '\x00', "\u65e5"[0])
	fmt.Println(strings.ToValidUTF8(s, "?"), strings.ToUpper(s) == s, strings.Map(func(r rune) rune {
		if r == utf8.RuneError {
			return -1
		}
		return r
	}, s))
	fmt.Println(strings.Fields("a\u00a0b\u2003c\x85d"), strings.EqualFold("STRASSE", "straße"), strings.ToTitle("ǆ"))
	b := []byte(s)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		fmt.Print(r, "/", n, " ")
		b = b[n:]
	}
	fmt.Println()
	fmt.Println(string(rune(-1)), string(rune(0xd800)), string(rune(0x10ffff+1)) == "\ufffd", []byte(string(rune(65))))
	j, _ := json.Marshal(map[string]string{s: s, "<&>": "\u2028\x01"})
	fmt.Println(string(j))
	x, y := utf16.EncodeRune('😀')
	fmt.Println(x, y, utf16.Encode([]rune("a😀")), string(utf16.Decode([]uint16{0xd83d, 0xde00, 0xd83d})))
	fmt.Println(strconv.Quote(s), strconv.QuoteToASCII("日\x7f"), strconv.CanBackquote("`"))
	u, err := strconv.Unquote(`"\xff\u00e9\n\'"`)
	fmt.Println(u, err)
	u, err = strconv.Unquote(`'\''`)
	fmt.Println(u, err)
	for i := 0; i < len(s); i += 4 {
		fmt.Print(s[i], " ")
	}
	fmt.Println(s[0] == 'a', s[:1] < s[1:2], "\xff" > "\u00ff", "é" == "e\u0301")
	var sb strings.Builder
	sb.WriteRune(0xfffd)
	sb.WriteRune(-5)
	sb.WriteByte(0xff)
	fmt.Println(sb.Len(), []byte(sb.String()))
	fmt.Println(strings.IndexByte(s, 0xff), strings.IndexRune(s, utf8.RuneError), strings.Index(s, "\xe4\xb8\xe6"), strings.ContainsRune(s, 'z'))
	const c = "日本"
	var arr [len(c)]byte
	copy(arr[:], c)
	n := copy(arr[1:], "é")
	fmt.Println(len(arr), arr, n, c[1], []rune(c)[1], string(arr[:]))
	switch r := []rune(c); {
	case r[0] > 'z' && unicode.Is(unicode.Han, r[0]):
		fmt.Println("han", string(r[0]), string(r[1:]))
	}
	re := regexp.MustCompile(`(\p{Greek}+)|(\xff)|\x{65e5}`)
	fmt.Println(re.FindAllStringIndex("αβ x日"+s, -1))
	sc := bufio.NewScanner(strings.NewReader(s))
	sc.Split(bufio.ScanRunes)
	cnt := 0
	for sc.Scan() {
		if sc.Text() == "\ufffd" {
			cnt++
		}
	}
	fmt.Println(cnt)
}
