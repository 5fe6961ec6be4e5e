/** The syntax of a language for JSON values. */
export interface LiteralStyle {
  readonly object: readonly [open: string, close: string]
  /** Between the brackets and the members of an object on one line. */
  readonly padding: string
  /** After the last of several lines. */
  readonly lastComma: '' | ','
  /** One step of indentation. */
  readonly step: string
  key(name: string): string
  text(value: string): string
  boolean(value: boolean): string
}

/** JavaScript and TypeScript, in the style of this repository. */
export const SCRIPT: LiteralStyle = {
  object: ['{', '}'],
  padding: ' ',
  lastComma: ',',
  step: '  ',
  key: (name) => `${name}: `,
  text: (value) => (/['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`),
  boolean: String,
}

/** JSON, for languages that send it as text. */
export const JSON_TEXT: LiteralStyle = {
  object: ['{', '}'],
  padding: '',
  lastComma: '',
  step: '  ',
  key: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
  boolean: String,
}

/**
 * Writes an object with one member per line; nested values stay on the line of their member. A single member makes one
 * line.
 */
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
  if (typeof value !== 'object' || value === null) throw new Error('an example contains null')
  const [open, close] = style.object
  return open + style.padding + membersOf(style, value).join(', ') + style.padding + close
}

function membersOf(style: LiteralStyle, value: object): string[] {
  return Object.entries(value).map(([name, member]) => style.key(name) + inline(style, member))
}
