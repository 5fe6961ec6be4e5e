import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'

/** Control and bidi characters: a text of the service must not move the cursor or reorder a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
const ESCAPE = '\u001b'
const GAP = '  '

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold'
/** One value of a table; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | null | undefined
export type Row = Readonly<Record<string, Cell>>

export interface OutputOptions {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
  readonly isJson: boolean
  readonly isQuiet: boolean
  readonly isColoured: boolean
}

/** Escapes characters that a terminal would act on, and line breaks, so that a text of the service forges no line. */
export const escaped = (text: string): string =>
  text.replace(UNSAFE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Escapes each line of a text. */
const escapedLines = (text: string): string => text.split('\n').map(escaped).join('\n')

/**
 * Results on standard output, notes and errors on standard error. Every line is escaped as it is written: it may carry texts of
 * services and receivers.
 */
export class Output {
  /** Stands for the escape character in painted text until a line is written. No text from outside can contain it. */
  private readonly paintMark = randomBytes(16).toString('hex')

  constructor(private readonly options: OutputOptions) {}

  get isJson(): boolean {
    return this.options.isJson
  }

  /** Prints a result: a document with `--json`, else the text. */
  result(document: unknown, text: () => string): void {
    this.line(this.isJson ? JSON.stringify(document) : text())
  }

  /** Prints one result: a line per field. */
  card(document: object, row: Row = rowOf(document)): void {
    this.result(document, () => cardOf(row))
  }

  /** Prints results: a table, or a document a line. */
  table<Document extends object>(documents: readonly Document[], rowOf: (document: Document) => Row): void {
    if (!this.isJson) this.line(table(documents.map(rowOf)))
    else for (const document of documents) this.line(JSON.stringify(document))
  }

  /** Prints a remark, unless `--quiet`. */
  note(text: string, colour?: Colour): void {
    if (!this.options.isQuiet) this.warn(text, colour)
  }

  /** Prints to standard error. */
  warn(text: string, colour?: Colour): void {
    this.options.stderr.write(this.printable(colour ? this.paint(colour, text) : text))
  }

  /** Colours a text for one of the methods that print. */
  paint(colour: Colour, text: string): string {
    if (!this.options.isColoured) return text
    const painted = styleText(colour, escapedLines(text), { validateStream: false })
    return painted.replaceAll(ESCAPE, this.paintMark)
  }

  private line(text: string): void {
    this.options.stdout.write(this.printable(text))
  }

  private printable(text: string): string {
    return `${escapedLines(text).replaceAll(this.paintMark, ESCAPE)}\n`
  }
}

/** The fields of a document, nested ones as JSON. */
export function rowOf(document: object): Row {
  return Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ]),
  )
}

/** A secret as it is shown: its kind and a few characters, enough to tell two apart. */
export function masked(secret: string): string {
  const [, kind = ''] = /^([a-z]+_(?:live_|test_)?)/.exec(secret) ?? []
  return `${kind}${secret.slice(kind.length, kind.length + 4)}…`
}

/** Renders one row, one line per field. */
export function cardOf(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${cellText(value)}`)
    .join('\n')
}

function table(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'none'
  const names = Object.keys(first)
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => cellText(row[name]))),
  ]
  const widths = names.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  const lineOf = (cells: readonly string[]) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(GAP)
  return lines.map((cells) => lineOf(cells).trimEnd()).join('\n')
}

const cellText = (value: Cell): string => (value === null || value === undefined ? '-' : escaped(`${value}`))
