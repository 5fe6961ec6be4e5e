import type { PageReply } from '../../domain/sessions/pages.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { type Cell, csvLine } from '../../runtime/csv.js'
import { buttonLink } from '../../ui/button.js'
import type { Query, Visit } from '../visit.js'

/** Rows of a file, the newest ones. Longer periods have the command `export`. */
export const CSV_ROWS = 5_000

/** The columns of a file, each with its value of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Sends rows as a file. Amounts have exact decimals. @param name such as `orders` */
export function csvReply<Row>(
  { environment, now }: Visit,
  name: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): PageReply {
  const cells = Object.values(columns)
  const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row))))
  return {
    kind: 'data',
    type: 'text/csv',
    text: [csvLine(Object.keys(columns)), ...lines].join(''),
    name: `${name}-${environment}-${isoTime(now).slice(0, 10)}.csv`,
  }
}

/** The button of a list that downloads what its filters select. */
export const csvButton = (visit: Visit, path: string, query: Query) =>
  buttonLink({ text: 'Export CSV', icon: 'download', href: visit.href(path, query) })
