import type { AttemptLog, SeenPost } from './attempt-log.js'
import type { Rows } from './rows.js'

const MAX_ATTEMPTS = 6
/** Tolerance for the rounding of timers and the wall clock. */
const TIMER_MS = 10

export interface DeliveryRow {
  readonly id: string
  readonly status: string
  readonly attempts: bigint
  readonly next_attempt_at: bigint | null
  readonly last_error: string | null
}
interface EndedRow extends DeliveryRow {
  readonly body: string
  readonly claimed_by: string | null
}
interface AttemptRow {
  readonly delivery_id: string
  readonly number: bigint
  readonly outcome: string | null
  readonly started_at: bigint
  readonly whole_ms: bigint
}

export interface DeliveryWorld {
  /** Number of deliveries that were created. */
  readonly fed: number
  readonly log: Pick<AttemptLog, 'posts' | 'twiceAtOnce'>
  /** Start times of servers, by the wall clock. */
  readonly launches: readonly number[]
  /** The delay before each attempt. */
  readonly retrySeconds: readonly number[]
  /** Deadline of one attempt, which a busy machine sometimes reaches. */
  readonly timeoutMs: number
  /** How long the claim of a killed server blocks other servers, counted from its POST or later. */
  readonly claimHoldsMs: number
}

export interface DeliveryFindings {
  readonly faults: readonly string[]
  readonly delivered: number
  readonly failed: number
  readonly posts: number
  readonly repeated: number
  readonly mostAttempts: number
  readonly timeouts: number
}

/** Finds all differences between rows and receiver, once no delivery is open. */
export async function findDeliveryFaults(rows: Rows, world: DeliveryWorld): Promise<DeliveryFindings> {
  const { log, fed } = world
  const deliveries = await rows.all<EndedRow>(
    `SELECT webhook_deliveries.id AS id, status, attempts, next_attempt_at, last_error, claimed_by, body
     FROM webhook_deliveries JOIN webhook_events ON webhook_events.id = event_id`,
  )
  const attempts = new Map<string, AttemptRow[]>()
  for (const row of await rows.all<AttemptRow>(
    'SELECT delivery_id, number, outcome, started_at, whole_ms FROM webhook_attempts ORDER BY delivery_id, number',
  ))
    attempts.set(row.delivery_id, [...(attempts.get(row.delivery_id) ?? []), row])
  const faults = deliveries.flatMap((row) => {
    const posts = log.posts.get(row.id) ?? []
    const recorded = attempts.get(row.id) ?? []
    const found = [...endFaults(row, recorded, posts, world), ...orderFaults(posts, recorded, world)]
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
    timeouts: [...attempts.values()].flat().filter(isTimeout).length,
  }
}

/** Compares the recorded attempts of a delivery with the POSTs at its receiver. */
function endFaults(
  row: EndedRow,
  recorded: readonly AttemptRow[],
  posts: readonly SeenPost[],
  { timeoutMs }: DeliveryWorld,
): string[] {
  const made = Number(row.attempts)
  const faults: string[] = []
  if (row.status === 'PENDING') faults.push('neither delivered nor failed')
  if (row.status === 'FAILED' && made !== MAX_ATTEMPTS) faults.push(`failed after ${made} attempts`)
  if (made > MAX_ATTEMPTS) faults.push(`${made} attempts`)
  if (row.claimed_by !== null) faults.push('still claimed')
  if (recorded.map(({ number }) => Number(number)).join() !== countTo(made).join())
    faults.push(`attempts ${recorded.map(({ number }) => number)} are recorded of ${made}`)
  if ((posts.at(-1)?.attempt ?? 0) > made)
    faults.push(`attempt ${posts.at(-1)?.attempt} came, ${made} are counted`)
  for (const attempt of recorded) {
    const { number, outcome, whole_ms: wholeMs } = attempt
    const { answer } = lastOf(posts, number) ?? {}
    const expected = answer && (answer.isTaken ? null : 'HTTP 500')
    if (isTimeout(attempt)) {
      if (Number(wholeMs) < timeoutMs - TIMER_MS)
        faults.push(`attempt ${number} timed out after ${wholeMs} ms`)
    } else if (outcome !== expected)
      faults.push(`attempt ${number} is recorded as ${outcome}, and was ${expected}`)
  }
  if ((row.status === 'DELIVERED') !== (recorded.at(-1)?.outcome === null))
    faults.push(`${row.status} in error`)
  if (posts.some(({ body, answer }) => answer && body !== row.body)) faults.push('other bytes')
  return faults
}

/** Checks the order of a delivery's POSTs: none early, and repeats only after a kill of the sender. */
function orderFaults(
  posts: readonly SeenPost[],
  recorded: readonly AttemptRow[],
  world: DeliveryWorld,
): string[] {
  return posts.flatMap((post, at) => {
    const before = posts[at - 1]
    if (post.attempt === before?.attempt) return repeatFaults(before, post, world)
    if (post.attempt < (before?.attempt ?? 1))
      return [`attempt ${post.attempt} came after ${before?.attempt}`]
    const last = recorded[post.attempt - 2]
    if (post.attempt > 1 && !last) return [`attempt ${post.attempt} came before one was recorded`]
    const dueAt = last ? endOf(last, posts, world) + delayOf(world.retrySeconds, post.attempt - 1) : 0
    return post.cameAt < dueAt ? [`attempt ${post.attempt} came ${dueAt - post.cameAt} ms too early`] : []
  })
}

/** The earliest instant at which an attempt can have ended. */
function endOf(attempt: AttemptRow, posts: readonly SeenPost[], { timeoutMs }: DeliveryWorld): number {
  const startedAt = Number(attempt.started_at)
  if (isTimeout(attempt)) return startedAt + timeoutMs - TIMER_MS
  return lastOf(posts, attempt.number)?.answer?.at ?? startedAt
}

const isTimeout = ({ outcome }: AttemptRow): boolean => outcome === 'timeout'

const lastOf = (posts: readonly SeenPost[], number: bigint): SeenPost | undefined =>
  posts.findLast(({ attempt }) => attempt === Number(number))

function repeatFaults(before: SeenPost, post: SeenPost, { launches, claimHoldsMs }: DeliveryWorld): string[] {
  const faults: string[] = []
  if (!launches.some((at) => at >= before.cameAt && at <= post.cameAt))
    faults.push(`attempt ${post.attempt} was repeated though no server died`)
  if (post.cameAt - before.cameAt < claimHoldsMs)
    faults.push(`attempt ${post.attempt} was repeated while it was claimed`)
  return faults
}

/** The delay before the next attempt. */
const delayOf = (retrySeconds: readonly number[], attempt: number): number =>
  (retrySeconds[attempt] ?? 0) * 1_000

const countTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** Compares the due times of waiting deliveries with the answers of the attempts before. */
export function findDueFaults(
  waiting: readonly DeliveryRow[],
  posts: AttemptLog['posts'],
  retrySeconds: readonly number[],
  timeoutMs: number,
): { faults: string[]; latestMs: number } {
  const counted = waiting.flatMap(({ id, attempts, last_error: error, next_attempt_at: at }) => {
    const answer = lastOf(posts.get(id) ?? [], attempts)?.answer
    return answer && error !== 'timeout'
      ? [{ id, error, ms: Number(at) - delayOf(retrySeconds, Number(attempts)) - answer.at }]
      : []
  })
  return {
    faults: counted
      .filter(({ ms }) => ms < 0 || ms > timeoutMs)
      .map(({ id, error, ms }) => `${id}, ${error}: its next delay counts from ${ms} ms after the answer`),
    latestMs: Math.max(0, ...counted.map(({ ms }) => ms)),
  }
}
