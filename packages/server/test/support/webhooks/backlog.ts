import type { TestDatabase } from '../storage/engines.js'
import { DELIVERED, type DeliveryEngine, tick } from './delivery-engine.js'

/** How a backlog that was due all at once was sent. */
export interface BacklogReport {
  readonly sent: number
  /** Number of different deliveries that were sent. */
  readonly deliveries: number
  /** The tick in which each target was sent its first delivery. */
  readonly firsts: readonly number[]
  /** The most attempts that were under way to one target at once. */
  readonly mostAtOnce: number
}

/** Queues `each` deliveries to each of `targets` targets, of the merchants in turn, and sends them all. */
export async function sendBacklog(
  engine: DeliveryEngine<Pick<TestDatabase, 'store'>>,
  { targets, each, merchants }: { targets: number; each: number; merchants: readonly string[] },
): Promise<BacklogReport> {
  for (let n = 0; n < targets; n += 1) {
    const merchantId = merchants[n % merchants.length] ?? ''
    await engine.enqueue(each, { ownUrl: `https://shop-${n}.example/`, merchantId })
  }
  const underWay = new Map<string, number>()
  let mostAtOnce = 0
  engine.answer = async ({ url }) => {
    const count = (underWay.get(url) ?? 0) + 1
    underWay.set(url, count)
    mostAtOnce = Math.max(mostAtOnce, count)
    await new Promise(setImmediate)
    underWay.set(url, (underWay.get(url) ?? 0) - 1)
    return DELIVERED
  }
  const firsts = new Map<string, number>()
  const ids = new Set<string>()
  const dispatcher = engine.dispatcher()
  let sent = 0
  for (let round = 1; (await tick(dispatcher)) > 0; round += 1) {
    await dispatcher.idle()
    for (const { url, id } of engine.sent.splice(0)) {
      sent += 1
      ids.add(id)
      if (!firsts.has(url)) firsts.set(url, round)
    }
  }
  return { sent, deliveries: ids.size, firsts: [...firsts.values()], mostAtOnce }
}

/** Lists what is wrong with a report; empty where nothing is. */
export function findBacklogFaults(
  { sent, deliveries, firsts, mostAtOnce }: BacklogReport,
  { targets, each }: { targets: number; each: number },
): string[] {
  const mean = meanOf(firsts)
  const last = Math.max(...firsts)
  return [
    ...(sent === targets * each ? [] : [`${sent} were sent of ${targets * each}`]),
    ...(deliveries === sent ? [] : [`${sent - deliveries} were sent more than once`]),
    ...(firsts.length === targets ? [] : [`${targets - firsts.length} targets were sent nothing`]),
    ...(last < 2 * mean ? [] : [`a target waited ${last} ticks for its first, ${mean} is the mean`]),
    ...(mostAtOnce <= 4 ? [] : [`${mostAtOnce} were under way to one target at once`]),
  ]
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
