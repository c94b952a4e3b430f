package py

import "github.com/msrepl/msrepl/internal/text/pyrepr"

// Names is a []string that prints as a list of Python: ['a', 'b'].
type Names []string

// String returns the text of the list.
func (n Names) String() string { return pyrepr.Line([]string(n)) }

// Repr is the same text as String.
func (n Names) Repr() string { return n.String() }

// ReprParts returns the brackets and the names between them.
func (n Names) ReprParts() (open string, parts []any, end string) { return "[", anys(n), "]" }

// Keys is a []string that prints as the keys of an OrderedDict: odict_keys(['a', 'b']).
type Keys []string

// String returns the text of the keys.
func (k Keys) String() string { return "odict_keys(" + Names(k).String() + ")" }

// Repr is the same text as String.
func (k Keys) Repr() string { return k.String() }

// DictKeys is a []string that prints as the keys of a dictionary: dict_keys(['a', 'b']).
type DictKeys []string

// String returns the text of the keys.
func (k DictKeys) String() string { return "dict_keys(" + Names(k).String() + ")" }

// Repr is the same text as String.
func (k DictKeys) Repr() string { return k.String() }

func anys(names []string) []any {
	all := make([]any, len(names))
	for i, n := range names {
		all[i] = n
	}
	return all
}
