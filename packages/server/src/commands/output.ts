import { isoTime } from '../domain/shared/iso-time.js'
import type { Instant } from '../domain/shared/types.js'
import type { Cell } from '../runtime/csv.js'
import { escaped } from '../runtime/escaped-text.js'

export type Row = Readonly<Record<string, Cell>>

const GAP = '  '

/** Prints one line, escaped: arguments, rows and answers of nodes are untrusted. */
export const printLine = (line: string): void => console.log(escaped(line))

/** Prints several lines. Cells are escaped before, so every line break here belongs to the layout. */
export const printText = (text: string): void => console.log(textLines(text))

/** Prints a line to standard error. */
export const printNote = (line: string): void => console.error(escaped(line))

/** Prints the faults of a failed command to standard error, one per line. */
export function printError(error: Error): void {
  const faults = 'faults' in error && Array.isArray(error.faults) ? error.faults : [error.message]
  for (const fault of faults) printNote(`${fault}`)
}

const textLines = (text: string): string => text.split('\n').map(escaped).join('\n')

/** Renders one JSON document on one line, escaped. */
export const jsonLine = (document: unknown): string => escaped(JSON.stringify(document))

/** Renders a table with a header; every column is as wide as its widest cell. */
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

/** Renders one row, one line per field. */
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

const cellText = (value: Cell): string => (value === null ? '-' : escaped(`${value}`))
