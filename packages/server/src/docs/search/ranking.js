// Ranks the entries of the search index. The server and the script of the pages run this same module.

// The titles of the groups that results are shown in, by the kind of an entry.
export const GROUPS = ['Operations', 'Events', 'Fields, errors and statuses', 'Guides']

const MOST = 20

const normal = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

// A plural finds its singular, and the other way round.
const stemsOf = (query) =>
  normal(query)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

// 0 for the exact name, 1 for its beginning, 2 for its words, 3 for words of the text, 4 for no match.
const rankOf = ([kind, title, , text, also, label], query, stems) => {
  const name = normal(title)
  const target = normal(text)
  // For an operation the beginning of its title and the end of its path count as the name.
  const isOfOperation = kind === 0 && (name.startsWith(query) || ` ${target}`.endsWith(` ${query}`))
  if ([name, normal(also)].includes(query) || isOfOperation) return 0
  if (name.startsWith(query)) return 1
  const holds = (words) => stems.every((stem) => ` ${words}`.includes(` ${stem}`))
  if (holds(name)) return 2
  // The line about a field names its places, which are no words about it.
  return holds(`${name} ${label === 'field' ? '' : target} ${normal(also)}`) ? 3 : 4
}

// Returns the best entries for a query, those of a group one after the other.
export const search = (entries, query) => {
  const wanted = normal(query)
  const stems = stemsOf(query)
  if (wanted === '') return []
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted, stems) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank || a.entry[0] - b.entry[0])
    .slice(0, MOST)
    .map(({ entry }) => entry)
  return GROUPS.map((title, kind) => ({ title, entries: ranked.filter((entry) => entry[0] === kind) }))
    .filter((group) => group.entries.length > 0)
    .sort((a, b) => ranked.indexOf(a.entries[0]) - ranked.indexOf(b.entries[0]))
}

// Splits a text into words and what is between them, and says which words the query found.
export const marked = (text, query) => {
  const stems = stemsOf(query)
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isFound: stems.some((stem) => part.toLowerCase().startsWith(stem)) }))
}
