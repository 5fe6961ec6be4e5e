/** The result of one client at one fault. */
export interface Cell {
  /** Absent when the fault does not apply to the client. */
  readonly isRight?: boolean
  /** The observation, or the reason why there is none. */
  readonly saw: string
}

/** A client that ended or blocked its process. */
export const CRASHED: Cell = { isRight: false, saw: 'crashed' }

/** The fault of a row. */
export interface RowHead {
  readonly fault: string
  /** The right outcome. */
  readonly right: string
}

export interface Row extends RowHead {
  readonly cells: readonly Cell[]
}

/** Clients and their versions as columns, ours first; faults as rows. */
export interface Table {
  readonly clients: readonly string[]
  readonly rows: readonly Row[]
}

const markOf = ({ isRight }: Cell): string => (isRight === undefined ? '–' : isRight ? '✓' : '✗')

/** Whether our column is right in every row. */
export const isOursRight = ({ rows }: Table): boolean => rows.every(({ cells }) => cells[0]?.isRight === true)

/** Prints a block for every fault, because a row of many columns does not fit a terminal. */
export function printTable({ clients, rows }: Table): void {
  const width = Math.max(...clients.map((client) => client.length))
  for (const [index, { fault, right, cells }] of rows.entries()) {
    console.log(`\n${index + 1}. ${fault}: ${right}`)
    for (const [column, cell] of cells.entries())
      console.log(`   ${(clients[column] ?? '').padEnd(width)}  ${markOf(cell)} ${cell.saw}`)
  }
  const scores = clients.map((client, column) => `${client} ${scoreOf(rows, column)}`)
  console.log(`\nright: ${scores.join(' · ')}`)
}

/** The table as Markdown: the marks, followed by the observations. */
export function toMarkdown({ clients, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = ['#', 'Fault', 'Right outcome', ...clients]
  const marks = rows.map(({ fault, right, cells }, index) =>
    line([`${index + 1}`, fault, right, ...cells.map(markOf)]),
  )
  const scores = clients.map((_, column) => scoreOf(rows, column))
  const seen = rows.map(({ fault, cells }, index) => {
    const lines = cells.map((cell, column) => `- ${markOf(cell)} ${clients[column]}: ${cell.saw}`)
    return [`**${index + 1}. ${fault}**`, '', ...lines].join('\n')
  })
  const table = [line(head), line(head.map(() => '---')), ...marks, line(['', 'Right', '', ...scores])]
  return [table.join('\n'), ...seen].join('\n\n')
}

/** The number of faults at which a client is right, of those that apply to it. */
function scoreOf(rows: readonly Row[], column: number): string {
  const judged = rows.filter(({ cells }) => cells[column]?.isRight !== undefined)
  return `${judged.filter(({ cells }) => cells[column]?.isRight).length} of ${judged.length}`
}
