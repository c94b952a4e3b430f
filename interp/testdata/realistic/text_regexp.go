package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	text := "Invoice 2024-03-15: 3 x 19.99 EUR, mail to jane.doe@example.com; paid 15/03/2024, cc: bob@test.org"

	iso := regexp.MustCompile(`(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})`)
	fmt.Println(iso.ReplaceAllString(text[:25], "${d}.${m}.$y"))
	for i, name := range iso.SubexpNames() {
		if name != "" {
			fmt.Print(name, "=", iso.FindStringSubmatch(text)[i], " ")
		}
	}
	fmt.Println()

	mail := regexp.MustCompile(`([\w.]+)@(\w+)\.(com|org)`)
	hidden := mail.ReplaceAllStringFunc(text, mask)
	fmt.Println(hidden)
	for _, m := range mail.FindAllStringSubmatchIndex(text, -1) {
		fmt.Println(m, text[m[2]:m[3]], text[m[4]:m[5]])
	}

	price := regexp.MustCompile(`(\d+) x (\d+\.\d\d)`)
	text = replaceSubmatch(price, text, func(g []string) string {
		n, _ := strconv.Atoi(g[1])
		p, _ := strconv.ParseFloat(g[2], 64)
		return fmt.Sprintf("%.2f", float64(n)*p)
	})
	fmt.Println(text)

	fmt.Printf("%q\n", regexp.MustCompile(`[,;:]\s*`).Split("a, b;c:  d", -1))
	fmt.Printf("%q\n", regexp.MustCompile(`a*`).FindAllString("baaab", -1))
	fmt.Println(regexp.MatchString(`^\s*$`, "  \t"))
	if _, err := regexp.Compile(`(unclosed`); err != nil {
		fmt.Println(err)
	}
	rules := []struct {
		*regexp.Regexp
		name string
	}{
		{regexp.MustCompile(`^[A-Z]`), "upper"},
		{regexp.MustCompile(`\d`), "digit"},
		{regexp.MustCompile(`^.{8,}$`), "length"},
	}
	for _, pw := range []string{"secret", "Secret12", "Longenough"} {
		var missing []string
		for _, r := range rules {
			if !r.MatchString(pw) {
				missing = append(missing, r.name)
			}
		}
		fmt.Println(pw, len(missing) == 0, strings.Join(missing, "+"))
	}
	fmt.Println(snake("HTTPServerID"), snake("userName"), camel("user_first_name"))
}

func mask(addr string) string {
	at := strings.Index(addr, "@")
	return addr[:1] + strings.Repeat("*", at-1) + addr[at:]
}

func replaceSubmatch(re *regexp.Regexp, s string, f func([]string) string) string {
	var b strings.Builder
	last := 0
	for _, loc := range re.FindAllStringSubmatchIndex(s, -1) {
		groups := make([]string, len(loc)/2)
		for i := range groups {
			groups[i] = s[loc[2*i]:loc[2*i+1]]
		}
		b.WriteString(s[last:loc[0]])
		b.WriteString(f(groups))
		last = loc[1]
	}
	return b.String() + s[last:]
}

var (
	boundary = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)
	under    = regexp.MustCompile(`_(\w)`)
)

func snake(s string) string {
	return strings.ToLower(boundary.ReplaceAllString(s, "${1}${3}_${2}${4}"))
}

func camel(s string) string {
	return under.ReplaceAllStringFunc(s, func(m string) string { return strings.ToUpper(m[1:]) })
}
