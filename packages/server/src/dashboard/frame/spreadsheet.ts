import { findDashboardCaller } from '../../domain/merchants/dashboard-access.js'
import { SessionEnded } from '../../domain/sessions/sessions.js'
import type { TimeZone } from '../../domain/shared/time-zone.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { CsvFile } from '../../pages/csv.js'
import type { Html } from '../../runtime/html.js'
import { filterSelect } from '../../ui/filters.js'
import type { Visit } from '../visit.js'

/** How a file is written, as the spreadsheets of some country read it. */
interface Spelling {
  /** Between whole numbers and decimals. */
  readonly decimal: string
  readonly format: NonNullable<CsvFile<never, never>['format']>
}

const COMMA: Spelling = { decimal: '.', format: { separator: ',', hasMark: true } }
const SEMICOLON: Spelling = { decimal: ',', format: { separator: ';', hasMark: true } }

/** The choice of the spelling, for the form of a download. */
export const spellingSelect = (): Html =>
  filterSelect({
    name: 'format',
    label: 'CSV',
    value: 'comma',
    options: [
      { value: 'comma', text: '1234.50 ,' },
      { value: 'semicolon', text: '1234,50 ;' },
    ],
  })

/** The spelling that the address names. */
export const spellingOf = (visit: Visit): Spelling =>
  visit.query('format') === 'semicolon' ? SEMICOLON : COMMA

/** `2026-11-26 11:58:03`, which spreadsheets read. */
export const localTime = (zone: TimeZone, at: Instant): string => `${zone.day(at)} ${zone.time(at)}`

/**
 * A long download reads batch by batch, and its session may have ended since the batch before, with its key or its person.
 *
 * @throws SessionEnded
 */
export async function requireReader(tx: Tx, { environment, request, services }: Visit): Promise<void> {
  const now = services.context.clock.real()
  const caller = await findDashboardCaller(tx, { session: request.session, environment, now })
  if (!caller?.scopes.includes('read')) throw new SessionEnded()
}
