import type { PageReply } from '../domain/sessions/pages.js'
import { requireSession } from '../domain/sessions/sessions.js'
import { isoTime } from '../domain/shared/iso-time.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Cell, csvLine, type Separator } from '../runtime/csv.js'
import type { Visit } from './visit.js'

/** Rows that are read at once, and in memory until the browser has taken them. */
export const BATCH_ROWS = 25

/** The columns of a file, each with its value of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** A part of the rows. */
export interface CsvBatch<Row, Place> {
  readonly rows: readonly Row[]
  /** Where the next part begins; undefined after the last one. */
  readonly next: Place | undefined
}

/** A part of a list whose next part begins behind the last row. */
export const batchOf = <Row, Place>(
  rows: readonly Row[],
  placeOf: (last: Row) => Place,
): CsvBatch<Row, Place> => {
  const last = rows.length < BATCH_ROWS ? undefined : rows.at(-1)
  return { rows, next: last && placeOf(last) }
}

/** A file of rows. */
export interface CsvFile<Row, Place> {
  /** Such as `orders`. */
  readonly name: string
  readonly columns: Columns<Row>
  /** Reads a batch of at most {@link BATCH_ROWS} rows. */
  readonly read: (tx: Tx, after: Place | undefined) => Promise<CsvBatch<Row, Place>>
  /** The newest rows that the file has; later ones are left out. */
  readonly mostRows: number
  /** Between cells. A file for spreadsheets of all countries begins with a byte order mark. */
  readonly format?: { readonly separator: Separator; readonly hasMark: boolean }
}

/** Sends rows as a file, batch by batch, each in a transaction of its own. Amounts have exact decimals. */
export const csvReply = <Row, Place>(visit: Visit, file: CsvFile<Row, Place>): PageReply => ({
  kind: 'file',
  type: 'text/csv',
  name: `${file.name}-${visit.environment}-${isoTime(visit.now).slice(0, 10)}.csv`,
  parts: linesOf(visit, file),
})

const BYTE_ORDER_MARK = '\ufeff'

/** @throws SessionEnded when the session ends before the last batch */
async function* linesOf<Row, Place>(
  visit: Visit,
  { columns, read, mostRows, format }: CsvFile<Row, Place>,
): AsyncGenerator<string> {
  const { store, context } = visit.services
  const lineOf = (cells: readonly Cell[]) => csvLine(cells, format?.separator)
  yield `${format?.hasMark ? BYTE_ORDER_MARK : ''}${lineOf(Object.keys(columns))}`
  const cells = Object.values(columns)
  let after: Place | undefined
  for (let batch = 0; batch < mostRows / BATCH_ROWS; batch += 1) {
    const place = after
    await store.read((tx) => requireSession(tx, context, visit.request.session))
    const { rows, next } = await visit.readStale((tx) => read(tx, place))
    if (rows.length > 0) yield rows.map((row) => lineOf(cells.map((cell) => cell(row)))).join('')
    if (next === undefined) return
    after = next
  }
}
