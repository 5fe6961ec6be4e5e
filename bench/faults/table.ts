/** How one client met one fault. */
export interface Cell {
  /** Absent where the client has no such notion. */
  readonly isRight?: boolean
  /** What was seen, or the reason why nothing was. */
  readonly saw: string
}

export interface Row {
  readonly fault: string
  /** The right outcome. */
  readonly right: string
  readonly cells: readonly Cell[]
}

/** Clients and their versions as columns, ours first; faults as rows. */
export interface Table {
  readonly clients: readonly string[]
  readonly rows: readonly Row[]
}

const markOf = ({ isRight }: Cell): string => (isRight === undefined ? '–' : isRight ? '✓' : '✗')
const textOf = (cell: Cell): string => `${markOf(cell)} ${cell.saw}`

/** Whether our column is right in every row. */
export const isOursRight = ({ rows }: Table): boolean => rows.every(({ cells }) => cells[0]?.isRight === true)

/** Prints a block for every fault, since a row of many columns fits no terminal. */
export function printTable({ clients, rows }: Table): void {
  const width = Math.max(...clients.map((client) => client.length))
  for (const [index, { fault, right, cells }] of rows.entries()) {
    console.log(`\n${index + 1}. ${fault}: ${right}`)
    for (const [column, cell] of cells.entries())
      console.log(`   ${(clients[column] ?? '').padEnd(width)}  ${textOf(cell)}`)
  }
  const right = clients.map((client, column) => `${client} ${countRight(rows, column)}`)
  console.log(`\nright of ${rows.length}: ${right.join(' · ')}`)
}

/** The same as Markdown. */
export function toMarkdown({ clients, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = ['#', 'Fault', 'Right outcome', ...clients]
  const body = rows.map(({ fault, right, cells }, index) =>
    line([`${index + 1}`, fault, right, ...cells.map(textOf)]),
  )
  const counts = clients.map((_, column) => `${countRight(rows, column)} of ${rows.length}`)
  return [line(head), line(head.map(() => '---')), ...body, line(['', '**Right**', '', ...counts])].join('\n')
}

const countRight = (rows: readonly Row[], column: number): number =>
  rows.filter(({ cells }) => cells[column]?.isRight).length
