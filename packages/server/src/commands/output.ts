import { isoTime } from '../domain/shared/iso-time.js'
import type { Instant } from '../domain/shared/types.js'

/** One value of a table or of a JSON document. Amounts are decimal strings. */
export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** Control and bidi characters: a merchant's text must not move the cursor, nor turn a line around. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
const GAP = '  '

/** Text as a terminal can show it: what could act on it is spelled out. */
const harmless = (text: string): string =>
  text.replace(HARMFUL, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Prints one line, whatever it quotes: arguments, rows and nodes' answers are from outside. */
export const printLine = (line: string): void => console.log(harmless(line))

/** Prints a page of several lines. Cells have no line breaks of their own, so every break here is the page's. */
export const printText = (text: string): void => console.log(textLines(text))

/** Prints a line that is not the result to the standard error output. */
export const printNote = (line: string): void => console.error(harmless(line))

/** Prints why a command failed, to the standard error output: a line for each fault. */
export function printError(error: Error): void {
  const faults = 'faults' in error && Array.isArray(error.faults) ? error.faults : [error.message]
  for (const fault of faults) printNote(`${fault}`)
}

const textLines = (text: string): string => text.split('\n').map(harmless).join('\n')

/** One JSON document in one line, as harmless to look at. */
export const jsonLine = (document: unknown): string => harmless(JSON.stringify(document))

/** A table for people: a head, and every column as wide as its widest cell. */
export function table(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'none'
  const names = Object.keys(first)
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => cellText(row[name] ?? null))),
  ]
  const widths = names.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** One thing, a line for each of its fields. */
export function card(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${cellText(value)}`)
    .join('\n')
}

export function printRows(rows: readonly Row[], isJson: boolean): void {
  if (!isJson) printText(table(rows))
  else for (const row of rows) printLine(jsonLine(row))
}

export const printCard = (row: Row, isJson: boolean): void => printText(isJson ? jsonLine(row) : card(row))

export const timeCell = (at: Instant | null): Cell => (at === null ? null : isoTime(at))

const cellText = (value: Cell): string => (value === null ? '-' : harmless(`${value}`))
