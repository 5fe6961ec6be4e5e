/** U+0000, and halves of a surrogate pair: with the `u` flag a pair is one character. Not every database stores them. */
const UNSTORABLE = /\0|\p{Surrogate}/u
/** Characters of a path that a sentence shows. */
const PATH_LENGTH = 40

/** Text inside of a value that not every database stores. */
export interface UnstorableText {
  /** The names and positions that lead to the text; for a name, to the object that has it. */
  readonly path: readonly string[]
  readonly text: string
  readonly isName: boolean
}

/** A value and the names that lead to it. */
interface Node {
  readonly value: unknown
  readonly name: string
  readonly parent: Node | undefined
}

/** Whether every database keeps the text as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Finds the first text or name in a JSON value that not every database stores. */
export function findUnstorableText(value: unknown): UnstorableText | undefined {
  const left: Node[] = [{ value, name: '', parent: undefined }]
  // No recursion, since a value may nest to any depth.
  for (let node = left.pop(); node; node = left.pop()) {
    const { value: inner } = node
    if (typeof inner === 'string' && !isStorable(inner))
      return { path: pathTo(node), text: inner, isName: false }
    if (typeof inner !== 'object' || inner === null) continue
    const entries = Object.entries(inner)
    const [name] = entries.find(([key]) => !isStorable(key)) ?? []
    if (name !== undefined) return { path: pathTo(node), text: name, isName: true }
    for (const [key, value] of entries.reverse()) left.push({ value, name: key, parent: node })
  }
  return undefined
}

/** Says in words which character of a text is refused, and where. */
export function refusedText({ path, text, isName }: UnstorableText): string {
  const place = path.join('.')
  const shortPlace = place.length > PATH_LENGTH ? `${[...place].slice(0, PATH_LENGTH).join('')}…` : place
  const subject = isName ? `a name${shortPlace && ` in ${shortPlace}`} ` : shortPlace && `${shortPlace} `
  return `${subject}must not have ${characterIn(text)}`
}

/** Names the first such character of a text. */
function characterIn(text: string): string {
  const [found = '\0'] = UNSTORABLE.exec(text) ?? []
  const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  return found === '\0' ? code : `${code}, half a surrogate pair`
}

/** Builds the path of the found node only: a path for each visited node would cost the square of the depth. */
function pathTo(node: Node): string[] {
  const path: string[] = []
  for (let at: Node | undefined = node; at?.parent; at = at.parent) path.push(at.name)
  return path.reverse()
}
