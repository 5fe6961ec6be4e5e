import { DAY_MS } from '../../domain/shared/policy.js'
import type { TryCounts } from '../../domain/store/overview-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Stat } from '../../ui/facts.js'
import { money, number } from '../../ui/figures.js'
import { age, counted, shortTime } from '../formats.js'
import type { Visit } from '../visit.js'

const HOUR_MS = 3_600_000

/** The numbers above the list. */
export async function readToday(tx: Tx, visit: Visit): Promise<Stat[]> {
  const { environment, now } = visit
  const paid = await tx.overview.sumPaid(environment, now - (now % DAY_MS))
  const statuses = await tx.overview.countRecent(environment)
  const tries = await tx.overview.countTries(environment, now - HOUR_MS)
  const proof = await tx.ledgerProofs.find()
  const open = (await tx.orders.countOpen()).get(environment) ?? 0
  return [
    {
      label: 'Received today',
      value: money(paid.amount),
      unit: 'USDT',
      note: paid.isCut
        ? `the newest ${counted(paid.count, 'payment')}, since ${shortTime(paid.since, now)}`
        : counted(paid.count, 'payment'),
    },
    {
      label: 'Open now',
      value: number(open),
      unit: open === 1 ? 'order' : 'orders',
      note: `${number(statuses.get('CONFIRMING') ?? 0)} confirming`,
    },
    webhooks(tries),
    {
      label: 'Ledger',
      value: proof === undefined ? 'Not proven' : proof.violations === 0 ? 'Balanced' : 'Violated',
      note: proof === undefined ? 'never verified' : `verified ${age(proof.provenAt, now)} ago`,
    },
  ]
}

/** Where the hour has more deliveries than were looked at, the label says of how many the number tells. */
function webhooks({ tried, first, isTriedCut, waiting, isWaitingCut }: TryCounts): Stat {
  const label = isTriedCut && tried > 0 ? `Webhooks, newest ${number(tried)}` : 'Webhooks, last hour'
  const isNone = waiting === 0 && !isWaitingCut
  const note = isNone ? 'none waiting' : `${number(waiting)}${isWaitingCut ? '+' : ''} waiting`
  return tried === 0
    ? { label, value: isTriedCut ? 'Not counted' : 'None', note }
    : { label, value: percent(first, tried), unit: '% first try', note }
}

/** Rounded down to a tenth, so that it shows 100 only when all were. */
const percent = (part: number, whole: number): string => {
  const tenths = Math.floor((part * 1_000) / whole)
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
