import { WebhookVerificationError } from '../errors/error.js'
import { type Timers, within } from '../receiver/timers.js'
import type { DedupeStore } from './store.js'

/** How long a claim lives without renewal: shorter than the sender's first pause, so that a crash costs no attempt. */
const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000
/** Half of what the sender waits for its answer. */
const STORE_DEADLINE_MS = 5_000

/** What de-duplication takes. */
export interface OncePorts {
  store: DedupeStore
  timers: Timers
  /** How long a handled event stays known, milliseconds. */
  doneTtlMs: number
  /** Whether an event is handled when the store cannot be asked. */
  processesWithoutStore: boolean
  /** Takes the faults of the store that do not stop the event, and the refusal of one that is held. */
  report(error: Error): Promise<void>
}

/** What became of an event: handled now, not handled since its handler failed, handled before, or held by another. */
export type Once = 'handled' | 'failed' | 'done' | 'busy'

/**
 * Handles an event unless its key is done or held. The claim is renewed while the handler runs, and released when that
 * fails.
 *
 * @param handle whether the event was handled
 * @param alsoDone a key that is done together with the first one, and before it
 * @throws store_unavailable when the key cannot be claimed
 */
export async function once(
  ports: OncePorts,
  key: string,
  handle: () => Promise<boolean>,
  alsoDone?: string,
): Promise<Once> {
  const { store, timers, doneTtlMs } = ports
  const owner = crypto.randomUUID()
  /** Whether the store has done it. What keeps it from that is reported. */
  const attempt = async (what: string, call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await askStore(timers, what, call)
      return true
    } catch (error) {
      await ports.report(error as WebhookVerificationError) // askStore throws nothing else
      return false
    }
  }

  let state: ClaimAnswer
  try {
    state = await claimIn(store, timers, key, owner, LEASE_MS)
  } catch (error) {
    if (!ports.processesWithoutStore) throw error
    await ports.report(error as WebhookVerificationError) // askStore throws nothing else
    return (await handle()) ? 'handled' : 'failed'
  }
  // A handler that never ends is seen by nothing else.
  if (state === 'busy') await ports.report(new Error('another attempt still handles this event'))
  if (state !== 'claimed') return state

  const stopRenewing = renewing(timers, () => store.renew(key, owner, LEASE_MS))
  const isHandled = await handle()
  await stopRenewing()
  if (!isHandled) {
    await attempt('release', () => store.release(key, owner))
    return 'failed'
  }
  // The key is never done without the other one: the next delivery would be taken for one with other bytes.
  if (alsoDone === undefined || (await attempt('done', () => store.done(alsoDone, owner, doneTtlMs))))
    await attempt('done', async () => {
      if (!(await store.done(key, owner, doneTtlMs))) throw new Error('the claim was lost meanwhile')
    })
  return 'handled'
}

/** Renews a claim until it is lost, or until the function it returns is called, which waits for the last renewal. */
function renewing(timers: Timers, renew: () => Promise<boolean>): () => Promise<unknown> {
  let handle: unknown
  let isStopped = false
  let last: Promise<boolean> | undefined
  const wait = () => {
    handle = timers.setTimeout(async () => {
      // A renewal that fails leaves time for another one before the lease is over.
      last = askStore(timers, 'renew', renew).catch(() => true)
      if ((await last) && !isStopped) wait()
    }, RENEW_EVERY_MS)
  }
  wait()
  return () => {
    isStopped = true
    timers.clearTimeout(handle)
    return Promise.resolve(last)
  }
}

type ClaimAnswer = Awaited<ReturnType<DedupeStore['claim']>>

/**
 * Claims a key for an owner.
 *
 * @throws store_unavailable, also when the store gives none of the three answers
 */
export function claimIn(
  store: DedupeStore,
  timers: Timers,
  key: string,
  owner: string,
  leaseMs: number,
): Promise<ClaimAnswer> {
  return askStore(timers, 'claim', async () => {
    const answer = await store.claim(key, owner, leaseMs)
    if (['claimed', 'done', 'busy'].includes(answer)) return answer
    throw new TypeError('the store gives none of the three answers')
  })
}

/**
 * Calls the store.
 *
 * @throws store_unavailable when it rejects, throws, or has not answered in time
 */
export async function askStore<Value>(
  timers: Timers,
  what: string,
  call: () => Promise<Value>,
): Promise<Value> {
  const late = () => new Error(`no answer within ${STORE_DEADLINE_MS} ms`)
  try {
    // In a function of its own, so that a throw is told like a rejection.
    return await within(timers, STORE_DEADLINE_MS, (async () => call())(), late)
  } catch (cause) {
    throw new WebhookVerificationError('store_unavailable', `the store fails to ${what}`, { cause })
  }
}
