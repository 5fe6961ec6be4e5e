/** A statement as the server knows it: with `$1`, and prepared once a connection under its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** Strings, quoted names and comments keep their question marks. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** The common text of a statement in this engine's spelling, each text once. */
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
  return text.replaceAll(TOKEN, (token) => {
    if (token !== '?') return token
    count += 1
    return `$${count}`
  })
}
