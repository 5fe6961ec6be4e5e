import type { Context } from '../context.js'
import type { Person } from '../people/person.js'
import { formatUsdt, type Usdt } from '../shared/money.js'
import { DAY_MS, HOUR_MS } from '../shared/policy.js'
import { findTimeZone, type TimeZone, UTC } from '../shared/time-zone.js'
import type { Environment } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { noticesOf } from './notice-choice.js'
import { tellPeople } from './tell-people.js'

/** A summary is written from this hour on, about the day before, in the time zone of the merchant. */
const FIRST_HOUR = '08:00:00'
/** An endpoint fails for as long before people are told. */
const FAILING_MS = HOUR_MS
const TARGETS_AT_ONCE = 100

type Parts = Pick<Context, 'clock' | 'ids' | 'vault' | 'policy'>

/** Tells people of endpoints that have accepted nothing for an hour, once for each failure. @returns how many endpoints */
export async function tellOfFailing(tx: Tx, context: Parts): Promise<number> {
  const until = context.clock.now() - FAILING_MS
  const failing = await tx.attention.listFailing(until, TARGETS_AT_ONCE, 'untold')
  for (const { target, webhookId, sinceAt, merchantId, environment } of failing) {
    if (!(await tx.webhookTargets.noteTold(target, sinceAt))) continue
    const kind = 'endpoint_failing'
    await tellPeople(tx, context, {
      ...{ merchantId, environment, kinds: [kind] },
      facts: () => ({ kind, webhookId, sinceAt }),
    })
  }
  return failing.length
}

/** Lists the people whose summary of yesterday is to be written now. */
export async function listUnsummarized(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
): Promise<readonly Person[]> {
  const wanting = (await tx.people.listChoosing('summary')).filter((person) =>
    Object.values(noticesOf(person).kinds).some((kinds) => kinds.includes('summary')),
  )
  const due: Person[] = []
  const zones = new Map<string, TimeZone>()
  for (const person of wanting) {
    const zone = zones.get(person.merchantId) ?? (await zoneOf(tx, person.merchantId))
    zones.set(person.merchantId, zone)
    const { day, isTime } = yesterdayIn(zone, clock.now())
    if (isTime && person.summarizedDay !== day) due.push(person)
  }
  return due
}

/** Writes the summary of yesterday for a person, once. Test payments are summed where the person has chosen them. */
export async function tellSummary(tx: Tx, context: Parts, { id }: Person): Promise<void> {
  const person = await tx.people.find(id)
  if (!person) return
  const zone = await zoneOf(tx, person.merchantId)
  const { day, from, to } = yesterdayIn(zone, context.clock.now())
  if (!(await tx.people.noteSummary(id, day))) return
  const environments: Environment[] = noticesOf(person).includesTest ? ['live', 'test'] : ['live']
  for (const environment of environments) {
    const scope = { merchantId: person.merchantId, environment }
    const [span] = await tx.orders.sumPaid(scope, [from], to)
    const payments = span?.orders ?? 0
    if (payments === 0 && environment === 'test') continue
    const sum = (span?.paid ?? 0n) as Usdt // amounts of orders
    const facts = () => ({ kind: 'summary', day, payments, sum: formatUsdt(sum) }) as const
    await tellPeople(tx, context, { ...scope, kinds: ['summary'], facts }, [person])
  }
}

function yesterdayIn(zone: TimeZone, now: number) {
  const to = zone.startOf(zone.day(now))
  const day = zone.day(to - DAY_MS / 2)
  return { day, from: zone.startOf(day), to, isTime: zone.time(now) >= FIRST_HOUR }
}

async function zoneOf(tx: Tx, merchantId: string): Promise<TimeZone> {
  const brand = await tx.merchantBrands.find(merchantId)
  return findTimeZone(brand?.timeZone ?? UTC.name) ?? UTC
}
