import type { PageReply } from '../../domain/sessions/pages.js'
import { requireSession } from '../../domain/sessions/sessions.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Query } from '../../pages/visit.js'
import { type Cell, csvLine } from '../../runtime/csv.js'
import { buttonLink } from '../../ui/button.js'
import type { Visit } from '../visit.js'

/** Rows of a file, the newest ones. Longer periods have the command `export`. */
const CSV_ROWS = 5_000
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

/**
 * Sends rows as a file, batch by batch, each in a transaction of its own. Amounts have exact decimals.
 *
 * @param name such as `orders`
 * @param read reads a batch of at most {@link BATCH_ROWS} rows
 */
export const csvReply = <Row, Place>(
  visit: Visit,
  name: string,
  columns: Columns<Row>,
  read: (tx: Tx, after: Place | undefined) => Promise<CsvBatch<Row, Place>>,
): PageReply => ({
  kind: 'file',
  type: 'text/csv',
  name: `${name}-${visit.environment}-${isoTime(visit.now).slice(0, 10)}.csv`,
  parts: linesOf(visit, columns, read),
})

/** @throws SessionEnded when the session ends before the last batch */
async function* linesOf<Row, Place>(
  { services: { store, context }, request: { session } }: Visit,
  columns: Columns<Row>,
  read: (tx: Tx, after: Place | undefined) => Promise<CsvBatch<Row, Place>>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  let after: Place | undefined
  for (let batch = 0; batch < CSV_ROWS / BATCH_ROWS; batch += 1) {
    const place = after
    const { rows, next } = await store.read(async (tx) => {
      await requireSession(tx, context, session)
      return read(tx, place)
    })
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
    if (next === undefined) return
    after = next
  }
}

/** The button of a list that downloads what its filters select. */
export const csvButton = (visit: Visit, path: string, query: Query) =>
  buttonLink({ text: visit.plain('export_csv'), icon: 'download', href: visit.href(path, query) })
