/** A statement in PostgreSQL's form: with `$1`, and prepared under its name once per connection. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** Matches strings, quoted names and comments too, so that their question marks stay. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** The full-text search of SQLite, of which PostgreSQL has the words of a row as an array. */
const HAS_WORDS = /\border_words MATCH \?/g
const CONTAINS = "STRING_TO_ARRAY(words, ' ') @> STRING_TO_ARRAY(?, ' ')"

/** Joins inserts into one statement, which costs one message and one answer. Their values follow each other. */
export function togetherOf(texts: readonly string[]): string {
  const parts = texts.slice(0, -1).map((text, at) => `part_${at} AS (${text})`)
  return `${parts.length > 0 ? `WITH ${parts.join(', ')} ` : ''}${texts.at(-1)}`
}

/** Translates the common text of a statement for PostgreSQL, each text once. */
export class Statements {
  private readonly known = new Map<string, NamedStatement>()

  named(text: string): NamedStatement {
    const known = this.known.get(text)
    if (known) return known
    const statement = { name: `merchantpay_${this.known.size + 1}`, text: numbered(text) }
    this.known.set(text, statement)
    return statement
  }
}

function numbered(text: string): string {
  let count = 0
  return text.replace(HAS_WORDS, CONTAINS).replaceAll(TOKEN, (token) => {
    if (token !== '?') return token
    count += 1
    return `$${count}`
  })
}
