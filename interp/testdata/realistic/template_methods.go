package main

import (
	"fmt"
	"os"
	"strings"
	"text/template"
)

type User struct {
	First, Last string
	Age         int
	Friends     []*User
}

func (u User) Full() string { return u.First + " " + u.Last }

func (u *User) Initials() string { return u.First[:1] + u.Last[:1] }

func (u User) Older(n int) int { return u.Age + n }

func (u *User) FriendNames() (names []string) {
	for _, f := range u.Friends {
		names = append(names, f.Full())
	}
	return names
}

func (u User) Adult() bool { return u.Age >= 18 }

func (u User) Check(limit int) (string, error) {
	if u.Age > limit {
		return "", fmt.Errorf("%s is over %d", u.First, limit)
	}
	return "fine", nil
}

type Page struct {
	Title string
	Users []*User
}

func (p Page) Heading() string { return strings.ToUpper(p.Title) }

const text = `{{.Heading}}
{{range .Users}}{{.Full}} ({{.Initials}}){{if .Adult}} adult{{end}} in ten years {{.Older 10}}
{{- with .FriendNames}}, knows {{range $i, $n := .}}{{if $i}} and {{end}}{{$n}}{{end}}{{end}}
{{end}}`

func main() {
	ann := &User{First: "Ann", Last: "Lee", Age: 30}
	bob := &User{"Bob", "Ray", 9, []*User{ann}}
	ann.Friends = []*User{bob, {First: "Cy", Last: "Po"}}
	t := template.Must(template.New("page").Parse(text))
	if err := t.Execute(os.Stdout, Page{"people", []*User{ann, bob}}); err != nil {
		fmt.Println("error:", err)
	}
	check := template.Must(template.New("check").Parse("{{.Check 20}}\n"))
	for _, u := range []*User{bob, ann} {
		var b strings.Builder
		if err := check.Execute(&b, u); err != nil {
			fmt.Println("failed:", strings.Contains(err.Error(), "Ann is over 20"))
			continue
		}
		fmt.Print(b.String())
	}
}
