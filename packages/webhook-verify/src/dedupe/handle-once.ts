import { WebhookVerificationError } from '../errors/error.js'
import { type Timers, within } from '../receiver/timers.js'
import type { DedupeStore } from './store.js'

/** How long a claim lasts without renewal: shorter than the sender's first pause, so that a crash costs no attempt. */
const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000
/** Half of the time that the sender waits for an answer. */
const STORE_DEADLINE_MS = 5_000

/** Dependencies and settings of de-duplication. */
export interface HandleOnceContext {
  store: DedupeStore
  timers: Timers
  /** How long a handled event is remembered, milliseconds. */
  doneTtlMs: number
  /** Whether an event is handled when the store fails. */
  processesWithoutStore: boolean
  /** Reports failures of the store that do not stop the event, and events that another attempt holds. */
  report(error: Error): Promise<void>
}

/** Handled now, not handled because the handler failed, handled before, or held by another attempt. */
export type HandleOutcome = 'handled' | 'failed' | 'done' | 'busy'

/**
 * Handles an event unless its key is done or held. The claim is renewed while the handler runs, and released when the
 * handler fails.
 *
 * @param handle resolves to whether the event was handled
 * @param alsoDone a second key that is marked as done together with `key`, and before it
 * @throws WebhookVerificationError `store_unavailable` when the key cannot be claimed
 */
export async function handleOnce(
  context: HandleOnceContext,
  key: string,
  handle: () => Promise<boolean>,
  alsoDone?: string,
): Promise<HandleOutcome> {
  const { store, timers, doneTtlMs } = context
  const owner = crypto.randomUUID()
  /** Calls the store and reports its failure. Resolves to whether the call succeeded. */
  const attempt = async (action: string, call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await askStore(timers, action, call)
      return true
    } catch (error) {
      await context.report(error as WebhookVerificationError) // askStore throws nothing else
      return false
    }
  }

  let state: ClaimAnswer
  try {
    state = await claimIn(store, timers, key, owner, LEASE_MS)
  } catch (error) {
    if (!context.processesWithoutStore) throw error
    await context.report(error as WebhookVerificationError) // askStore throws nothing else
    return (await handle()) ? 'handled' : 'failed'
  }
  // Nothing else reveals a handler that never ends.
  if (state === 'busy') await context.report(new Error('another attempt still handles this event'))
  if (state !== 'claimed') return state

  const stopRenewing = keepRenewing(timers, () => store.renew(key, owner, LEASE_MS))
  const isHandled = await handle()
  await stopRenewing()
  if (!isHandled) {
    await attempt('release', () => store.release(key, owner))
    return 'failed'
  }
  // `key` is never done without `alsoDone`: the next delivery would count as one with other bytes.
  if (alsoDone === undefined || (await attempt('done', () => store.done(alsoDone, owner, doneTtlMs))))
    await attempt('done', async () => {
      if (!(await store.done(key, owner, doneTtlMs)))
        throw new Error('the claim was lost while the handler ran')
    })
  return 'handled'
}

/**
 * Renews a claim until it is lost or stopped.
 *
 * @returns stops the renewal and waits for the last one
 */
function keepRenewing(timers: Timers, renew: () => Promise<boolean>): () => Promise<unknown> {
  let handle: unknown
  let isStopped = false
  let last: Promise<boolean> | undefined
  const wait = () => {
    handle = timers.setTimeout(async () => {
      // After a failed renewal there is time for another one before the lease ends.
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
 * @throws WebhookVerificationError `store_unavailable`, also when the store returns none of the three states
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
    throw new TypeError('the store returned none of claimed, done and busy')
  })
}

/**
 * Calls the store.
 *
 * @throws WebhookVerificationError `store_unavailable` when the store rejects, throws, or does not answer in time
 */
export async function askStore<Value>(
  timers: Timers,
  action: string,
  call: () => Promise<Value>,
): Promise<Value> {
  const late = () => new Error(`no answer within ${STORE_DEADLINE_MS} ms`)
  try {
    // In an async function, so that a throw becomes a rejection.
    return await within(timers, STORE_DEADLINE_MS, (async () => call())(), late)
  } catch (cause) {
    throw new WebhookVerificationError('store_unavailable', `the store fails to ${action}`, { cause })
  }
}
