import type { Html } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { plainTable } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** An attempt that ended or is planned. */
export interface AttemptRow {
  readonly number: number
  readonly time: Content
  readonly answer: Content
  readonly took: Content
}

/** The attempts of a delivery. @param time title of the times */
export const attemptsTable = (
  visit: Visit<string, 'attempts' | 'answer' | 'took'>,
  rows: readonly AttemptRow[],
  time: Content,
): Html =>
  plainTable({
    caption: visit.plain('attempts'),
    rows,
    columns: [
      { title: '#', cell: ({ number }) => number },
      { title: time, cell: (row) => row.time },
      { title: visit.plain('answer'), cell: ({ answer }) => answer },
      { title: visit.plain('took'), isNumber: true, cell: ({ took }) => took },
    ],
  })
