import { findDashboardCaller } from '../../domain/merchants/dashboard-access.js'
import type { PageReply } from '../../domain/sessions/pages.js'
import { SessionEnded } from '../../domain/sessions/sessions.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt, type Usdt } from '../../domain/shared/money.js'
import type { TimeZone } from '../../domain/shared/time-zone.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Columns, type CsvFile, csvReply } from '../../pages/csv.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { choices } from '../../ui/fields.js'
import { icon } from '../../ui/icons.js'
import type { Visit } from '../visit.js'

/** Later rows of a file are left out. */
const MOST_ROWS = 1_000_000

/** How a file is written, as the spreadsheets of some country read it. */
export interface Spelling {
  /** Between whole numbers and decimals. */
  readonly decimal: string
  readonly format: NonNullable<CsvFile<never, never>['format']>
}

const COMMA: Spelling = { decimal: '.', format: { separator: ',', hasMark: true } }
const SEMICOLON: Spelling = { decimal: ',', format: { separator: ';', hasMark: true } }
const example = (text: string): Html => html`<bdi class="mono" dir="ltr" translate="no">${text}</bdi>`
const COMMA_EXAMPLE = example('19.90,TRC20')
const SEMICOLON_EXAMPLE = example('19,90;TRC20')

/** A menu that downloads a list in the spelling of a country's spreadsheets. @param fields hidden ones, which name the list */
export const exportMenu = (visit: Visit, path: string, fields: Html): Html =>
  html`<details class="export"><summary class="button secondary">${icon('download')}${visit.text('export')}</summary><form class="card card-body" action="${visit.href(path)}">${visit.environmentField}${fields}${choices(
    'format',
    visit.text('columns_and_decimals'),
    [
      { value: 'comma', title: COMMA_EXAMPLE, isChosen: true },
      { value: 'semicolon', title: SEMICOLON_EXAMPLE, isChosen: false },
    ],
  )}${button({ text: visit.plain('download_csv'), kind: 'primary', icon: 'download' })}</form></details>`

/** The spelling that the address names. */
const spellingOf = (visit: Visit): Spelling => (visit.query('format') === 'semicolon' ? SEMICOLON : COMMA)

/** `2026-11-26 11:58:03`, which spreadsheets read. */
export const localTime = (zone: TimeZone, at: Instant): string => `${zone.day(at)} ${zone.time(at)}`

/** Writes cells in a spelling, with times in the time zone of the merchant beside those in UTC. */
export const cellsOf = ({ zone }: Visit, { decimal }: Spelling) => ({
  amount: (value: Usdt): string => formatUsdt(value).replace('.', decimal),
  local: (at: Instant | null): string | null => (at === null ? null : localTime(zone, at)),
  utc: (at: Instant | null): string | null => (at === null ? null : isoTime(at)),
})

interface Sheet<Row, Place> extends Pick<CsvFile<Row, Place>, 'name' | 'read'> {
  readonly columnsOf: (visit: Visit, spelling: Spelling) => Columns<Row>
}

/** Sends a list as a file, in the spelling that the address names. */
export function spreadsheet<Row, Place>(
  visit: Visit,
  { name, read, columnsOf }: Sheet<Row, Place>,
): PageReply {
  const spelling = spellingOf(visit)
  return csvReply(visit, {
    name,
    columns: columnsOf(visit, spelling),
    mostRows: MOST_ROWS,
    format: spelling.format,
    async read(tx, after: Place | undefined) {
      await requireReader(tx, visit)
      return read(tx, after)
    },
  })
}

/**
 * A long download reads batch by batch, and its session may have ended since the batch before, with its key or its person.
 *
 * @throws SessionEnded
 */
async function requireReader(tx: Tx, { environment, request, services }: Visit): Promise<void> {
  const now = services.context.clock.real()
  const caller = await findDashboardCaller(tx, { session: request.session, environment, now })
  if (!caller?.scopes.includes('read')) throw new SessionEnded()
}
