import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Columns, type CsvBatch, csvReply } from '../../pages/csv.js'
import type { Query } from '../../pages/visit.js'
import { buttonLink } from '../../ui/button.js'
import type { Visit } from '../visit.js'

/** Rows of a file, the newest ones. Longer periods have the command `export`. */
const CSV_ROWS = 5_000

/** Sends the newest rows of a list as a file. @param name such as `orders` */
export const newestCsv = <Row, Place>(
  visit: Visit,
  name: string,
  columns: Columns<Row>,
  read: (tx: Tx, after: Place | undefined) => Promise<CsvBatch<Row, Place>>,
) => csvReply(visit, { name, columns, read, mostRows: CSV_ROWS })

/** The button of a list that downloads what its filters select. */
export const csvButton = (visit: Visit, path: string, query: Query) =>
  buttonLink({ text: visit.plain('export_csv'), icon: 'download', href: visit.href(path, query) })
