/** How a language writes a value that JSON could write. */
export interface LiteralStyle {
  readonly object: readonly [open: string, close: string]
  /** Between the brackets of an object and its members, when they stand on one line. */
  readonly padding: string
  /** What stands behind the last of several lines. */
  readonly lastComma: '' | ','
  /** One step of indentation. */
  readonly step: string
  key(name: string): string
  text(value: string): string
  boolean(value: boolean): string
}

/** JavaScript and TypeScript, as this repository writes them. */
export const SCRIPT: LiteralStyle = {
  object: ['{', '}'],
  padding: ' ',
  lastComma: ',',
  step: '  ',
  key: (name) => `${name}: `,
  text: (value) => (/['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`),
  boolean: String,
}

/** JSON itself, for languages that send it as text. */
export const JSON_TEXT: LiteralStyle = {
  object: ['{', '}'],
  padding: '',
  lastComma: '',
  step: '  ',
  key: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
  boolean: String,
}

/** Writes an object: one member a line, what is inside a member on that line. A single member stays on one line. */
export function literal(style: LiteralStyle, value: object): string {
  const members = membersOf(style, value)
  if (members.length === 1) return inline(style, value)
  const [open, close] = style.object
  const lines = members.map((member) => `\n${style.step}${member}`)
  return `${open}${lines.join(',')}${style.lastComma}\n${close}`
}

function inline(style: LiteralStyle, value: unknown): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value === 'boolean') return style.boolean(value)
  if (typeof value === 'number') return `${value}`
  if (Array.isArray(value)) return `[${value.map((item) => inline(style, item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) throw new Error('an example holds a null')
  const [open, close] = style.object
  return open + style.padding + membersOf(style, value).join(', ') + style.padding + close
}

function membersOf(style: LiteralStyle, value: object): string[] {
  return Object.entries(value).map(([name, member]) => style.key(name) + inline(style, member))
}
