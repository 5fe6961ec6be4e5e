import type { AttemptLog, SeenPost } from './attempt-log.js'
import type { Rows } from './rows.js'

const MOST_ATTEMPTS = 6

export interface DeliveryRow {
  readonly id: string
  readonly status: string
  readonly attempts: bigint
  readonly next_attempt_at: bigint | null
}
interface EndedRow extends DeliveryRow {
  readonly body: string
  readonly claimed_by: string | null
}
interface AttemptRow {
  readonly delivery_id: string
  readonly number: bigint
  readonly outcome: string | null
}

export interface DeliveryWorld {
  /** Deliveries that were made. */
  readonly fed: number
  readonly log: Pick<AttemptLog, 'posts' | 'twiceAtOnce'>
  /** When servers were started, wall clock. */
  readonly launches: readonly number[]
  /** Before each of the attempts. */
  readonly retrySeconds: readonly number[]
  /** How long nobody else sends what a server that died had claimed, counted from its POST at least. */
  readonly claimHoldsMs: number
}

export interface DeliveryFindings {
  readonly faults: readonly string[]
  readonly delivered: number
  readonly failed: number
  readonly posts: number
  readonly repeated: number
  readonly mostAttempts: number
}

/** Everything in which rows and receiver differ once all is at rest. */
export async function findDeliveryFaults(rows: Rows, world: DeliveryWorld): Promise<DeliveryFindings> {
  const { log, fed } = world
  const deliveries = await rows.all<EndedRow>(
    `SELECT webhook_deliveries.id AS id, status, attempts, next_attempt_at, claimed_by, body
     FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = event_id`,
  )
  const attempts = new Map<string, AttemptRow[]>()
  for (const row of await rows.all<AttemptRow>(
    'SELECT delivery_id, number, outcome FROM webhook_attempts ORDER BY delivery_id, number',
  ))
    attempts.set(row.delivery_id, [...(attempts.get(row.delivery_id) ?? []), row])
  const faults = deliveries.flatMap((row) => {
    const posts = log.posts.get(row.id) ?? []
    const found = [...endFaults(row, attempts.get(row.id) ?? [], posts), ...orderFaults(posts, world)]
    return found.map((fault) => `${row.id}: ${fault}`)
  })
  if (deliveries.length !== fed) faults.push(`${deliveries.length} deliveries, not ${fed}`)
  const all = [...log.posts.values()]
  return {
    faults: [...faults, ...log.twiceAtOnce.map((id) => `${id} was under way twice`)],
    delivered: deliveries.filter(({ status }) => status === 'DELIVERED').length,
    failed: deliveries.filter(({ status }) => status === 'FAILED').length,
    posts: all.flat().length,
    repeated: all.flatMap((posts) => posts.filter((post, at) => post.attempt === posts[at - 1]?.attempt))
      .length,
    mostAttempts: Math.max(0, ...deliveries.map((row) => Number(row.attempts))),
  }
}

/** What was recorded of a delivery against what its receiver saw of it. */
function endFaults(row: EndedRow, recorded: readonly AttemptRow[], posts: readonly SeenPost[]): string[] {
  const made = Number(row.attempts)
  const faults: string[] = []
  if (row.status === 'PENDING') faults.push('neither delivered nor failed')
  if (row.status === 'FAILED' && made !== MOST_ATTEMPTS) faults.push(`failed after ${made} attempts`)
  if (made > MOST_ATTEMPTS) faults.push(`${made} attempts`)
  if (row.claimed_by !== null) faults.push('still claimed')
  if (recorded.map(({ number }) => Number(number)).join() !== countTo(made).join())
    faults.push(`attempts ${recorded.map(({ number }) => number)} are recorded of ${made}`)
  if (posts.at(-1)?.attempt !== made)
    faults.push(`attempt ${posts.at(-1)?.attempt} came last, ${made} are counted`)
  for (const { number, outcome } of recorded) {
    const last = posts.findLast(({ attempt }) => attempt === Number(number))
    const expected = last?.answer && (last.answer.isTaken ? null : 'HTTP 500')
    if (outcome !== expected) faults.push(`attempt ${number} is recorded as ${outcome}, and was ${expected}`)
  }
  if ((row.status === 'DELIVERED') !== (recorded.at(-1)?.outcome === null))
    faults.push(`${row.status} in error`)
  if (posts.some(({ body, answer }) => answer && body !== row.body)) faults.push('other bytes')
  return faults
}

/** Whether the POSTs of one delivery came in turn: none early, and repeated only where their sender had died. */
function orderFaults(posts: readonly SeenPost[], world: DeliveryWorld): string[] {
  return posts.flatMap((post, at) => {
    const before = posts[at - 1]
    if (!before) return post.attempt === 1 ? [] : [`began with attempt ${post.attempt}`]
    if (post.attempt === before.attempt) return repeatFaults(before, post, world)
    if (post.attempt !== before.attempt + 1 || !before.answer)
      return [`attempt ${post.attempt} came after ${before.attempt}`]
    const dueAt = before.answer.at + delayOf(world.retrySeconds, before.attempt)
    return post.cameAt < dueAt ? [`attempt ${post.attempt} came ${dueAt - post.cameAt} ms too early`] : []
  })
}

function repeatFaults(before: SeenPost, post: SeenPost, { launches, claimHoldsMs }: DeliveryWorld): string[] {
  const faults: string[] = []
  if (!launches.some((at) => at >= before.cameAt && at <= post.cameAt))
    faults.push(`attempt ${post.attempt} was repeated though no server died`)
  if (post.cameAt - before.cameAt < claimHoldsMs)
    faults.push(`attempt ${post.attempt} was repeated while it was claimed`)
  return faults
}

/** The delay before the attempt that comes after that one. */
const delayOf = (retrySeconds: readonly number[], attempt: number): number =>
  (retrySeconds[attempt] ?? 0) * 1_000

const countTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** When what waits is due, held against when the attempts before were answered. */
export function findDueFaults(
  waiting: readonly DeliveryRow[],
  posts: AttemptLog['posts'],
  retrySeconds: readonly number[],
  timeoutMs: number,
): { faults: string[]; latestMs: number } {
  const counted = waiting.flatMap(({ id, attempts, next_attempt_at: at }) => {
    const answer = posts.get(id)?.findLast(({ attempt }) => attempt === Number(attempts))?.answer
    return answer ? [{ id, ms: Number(at) - delayOf(retrySeconds, Number(attempts)) - answer.at }] : []
  })
  return {
    faults: counted
      .filter(({ ms }) => ms < 0 || ms > timeoutMs)
      .map(({ id, ms }) => `${id}: its next delay counts from ${ms} ms after the answer`),
    latestMs: Math.max(0, ...counted.map(({ ms }) => ms)),
  }
}
