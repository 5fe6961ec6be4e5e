import type { Chain } from '../../domain/chain/chain.js'
import type { RecordableStep, RecordedStep, ScanState, ScanStep } from '../../domain/chain/scan-step.js'
import { transferName } from '../../domain/chain/transfer.js'
import type { Context } from '../../domain/context.js'
import { type DuePositions, FinalityResults, listDueWith } from '../../domain/payments/finality-queue.js'
import { recordStep } from '../../domain/payments/step/record-step.js'
import { ensureContinuity } from '../../domain/recovery/continuity.js'
import { recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { Cursor, Instant } from '../../domain/shared/types.js'
import type { SkippedIndexes } from '../../domain/store/recovery-tables.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Worker } from '../worker.js'
import { BlockRingCache } from './block-ring-cache.js'
import { restartOnSourceChange } from './cursor-reset.js'
import { NetworkConditions } from './network-conditions.js'
import { RecordingAlarm } from './recording-alarm.js'
import { RpcUsageSync } from './rpc-usage-sync.js'
import { storeSkippedAddresses } from './skipped-addresses.js'
import { StuckConfirmations, StuckLatePayments } from './stuck-transfer-alerts.js'
import { TokenFacts } from './token-facts.js'
import { TransferScreening } from './transfer-screening.js'
import { watchedAddresses } from './watched-addresses.js'

/** When the next block of a network is expected, ms. */
export interface BlockTime {
  /** Time between two blocks. */
  readonly blockMs: number
  /** Until a block has reached the nodes. */
  readonly arrivalMs: number
}

/** How far a network is recorded when a tick begins. */
interface Position extends Pick<ScanState, 'ring'> {
  readonly cursor: Cursor
  /** Addresses that are not stored yet. */
  readonly skipped: SkippedIndexes | undefined
  /** Since when the database lacks no commit; undefined if it may be older than the network. */
  readonly since: Instant | undefined
}

/**
 * A part of a tick.
 *
 * @returns the number of handled items; `again` or `rest` ends the tick, and the next one follows at once or after a pause
 */
type Stage = (position: Position, signal: AbortSignal) => Promise<number | 'again' | 'rest'>

/**
 * Follows one network. A tick reads a step outside any transaction, checks the finality of due transfers, records both
 * in one transaction, and screens new payments. The first tick checks that the network is the one of the settings.
 */
export function chainWatcher(
  store: Store,
  context: Context,
  chain: Chain,
  everyMs: number,
  blockTime?: BlockTime,
): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedAddresses(store, context, chain)
  const conditions = new NetworkConditions(store, context, id)
  const screening = new TransferScreening(store, context, chain, conditions)
  const ringCache = new BlockRingCache()
  const rpcUsage = new RpcUsageSync(store, context, chain)
  const confirmations = new StuckConfirmations(context, conditions)
  const latePayments = new StuckLatePayments(store, context, id, conditions)
  const token = new TokenFacts(store, context, chain, conditions)
  const alarm = new RecordingAlarm(store, conditions)
  /** With a daily call budget every tick takes calls, so follow-up work waits for the next tick. */
  const hasDailyBudget = (chain.budgets ?? []).length > 0
  let isVerified = false
  let places: DuePositions = {}
  /** Time of the newest block; undefined until it is known. */
  let newestAt: Instant | undefined

  const stages: readonly Stage[] = [
    checkContinuity,
    recoverSetBack,
    storeSkipped,
    checkHalt,
    follow,
    checkLatePayments,
    screenPayments,
  ]

  async function tick(signal: AbortSignal): Promise<number> {
    await rpcUsage.sync()
    if (isVerified) await token.recheck(signal)
    else await begin(signal)
    const position = await store.read(readPosition)
    let handled = 0
    for (const stage of stages) {
      const outcome = await stage(position, signal)
      if (outcome === 'again') return 1
      if (outcome === 'rest') return 0
      handled += outcome
    }
    return handled
  }

  async function begin(signal: AbortSignal): Promise<void> {
    await token.check(signal)
    await startCursor(store, chain, signal)
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (cursor) await restartOnSourceChange(store, context, chain, cursor, signal)
    isVerified = true
  }

  async function readPosition(tx: Tx): Promise<Position> {
    const cursor = await tx.cursors.find(id)
    if (!cursor) throw new Error('the network has no cursor')
    await conditions.read(tx)
    const ring = await ringCache.read(tx, cursor)
    const [skipped] = await tx.recoveries.listUnderived(id)
    return { cursor, ring, skipped, since: await tx.continuity.findSince() }
  }

  async function checkContinuity({ since }: Position) {
    if (since === undefined) {
      await store.write((tx) => ensureContinuity(tx, context))
      return 'again'
    }
    context.health.noteUnbroken(id, since)
    return 0
  }

  /**
   * Begins a recovery where a failover or an operator has set the database back under this process: its newest commits,
   * signatures among them, are lost.
   */
  async function recoverSetBack(position: Position) {
    if (!context.health.isSetBack(position.cursor)) {
      context.health.noteRevision(id, position.cursor.revision)
      return 0
    }
    const revision = await store.write(async (tx) => {
      await tx.cursors.lock(id)
      const cursor = await tx.cursors.find(id)
      if (!cursor || !context.health.isSetBack(cursor)) return undefined
      const reason = `the database was set back under running servers: revision ${cursor.revision} of ${environment}/${network} is older than one that this server has read`
      await recoverFrom(tx, context, 'restore', reason)
      return (await tx.cursors.find(id))?.revision
    })
    if (revision !== undefined) context.health.noteRevision(id, revision)
    return 'again'
  }

  /** Payments to addresses that a recovery skipped must be seen in the blocks that follow. */
  async function storeSkipped({ skipped }: Position, signal: AbortSignal) {
    if (!skipped) return 0
    await storeSkippedAddresses(store, context, chain, skipped, signal)
    return 'again'
  }

  async function checkHalt() {
    return conditions.isSet('halted') ? 'rest' : 0
  }

  /** Reads the next blocks, and records them with the finality of the transfers that are due then. */
  async function follow(position: Position, signal: AbortSignal): Promise<number> {
    const { cursor, ring } = position
    const { block, owedFrom } = cursor
    const step = await chain.next({ cursor: block, ring, owedFrom }, watched, signal)
    if (step.kind === 'halt') return halt(step.why)
    if (step.head !== undefined) context.health.noteHead(id, step.head)
    newestAt = step.kind === 'idle' ? cursor.block.timeAt : step.to.timeAt
    await updateBlockMismatch(step)
    const isIdle = step.kind === 'idle'
    const recordable = isIdle ? stepAt(cursor) : step
    const { creditable, flagged } = await checkDue(recordable, isIdle, signal)
    // Flagging has changed the cursor's revision. Where nothing is new and nothing decided, the cursor is not written.
    const isRecordable = flagged === 0 && (!isIdle || creditable.decided.length > 0)
    let recorded: RecordedStep | undefined
    try {
      if (isRecordable) recorded = await record(position, recordable, creditable)
    } catch (error) {
      if (error instanceof TooMuchReplaced) return halt(error.message)
      throw error
    }
    // A network whose payments cannot be confirmed or recorded counts as not followed, whatever the head of its node.
    const isDoubted = isIdle && step.doubt !== undefined
    if (!isDoubted) context.health.noteStep(id, cursor.block.number, step.head)
    if (!isRecordable) return flagged
    // Another writer was faster: the next tick follows at once.
    if (!recorded) return 1
    context.health.noteRecorded(id, cursor, recordable, recorded)
    token.noteRecorded(recordable)
    // The step has left blocks for the next one. Those that a fast network has made meanwhile wait for the next tick.
    const isBehind = !isIdle && step.head !== undefined && step.head > step.to.number
    if (isBehind) return Math.max(recorded.handled, 1)
    return hasDailyBudget ? 0 : recorded.handled
  }

  /** Halts the network. Withdrawals stop first, whatever has happened to it. @returns 0, as nothing was handled */
  async function halt(why: string): Promise<number> {
    await store.write(async (tx) => {
      await tx.cursors.lock(id)
      await conditions.setIn(tx, 'halted', why)
      if (chain.sender) await conditions.setIn(tx, 'signer_paused', `the network is halted: ${why}`)
    })
    return 0
  }

  async function updateBlockMismatch(step: Exclude<ScanStep, { kind: 'halt' }>): Promise<void> {
    const doubt = step.kind === 'idle' ? step.doubt : undefined
    const isSet = conditions.isSet('block_mismatch')
    // A missing answer of a second node changes nothing.
    if (doubt === 'unconfirmed' || isSet === (doubt === 'conflicting')) return
    await conditions.setCondition('block_mismatch', step.kind === 'idle' && doubt ? step.why : undefined)
  }

  /** Checks the transfers that have the required depth once the step is recorded. */
  async function checkDue(step: RecordableStep, isIdle: boolean, signal: AbortSignal) {
    const due = await store.read((tx) => listDueWith(tx, context, chain, step, places))
    places = due.next
    if (due.isAll) screening.retainDue(due.recorded)
    const asked = [...due.recorded, ...due.others]
    if (isIdle && asked.length === 0) return { creditable: new FinalityResults(), flagged: 0 }
    const results = asked.length === 0 ? [] : await chain.checkFinality(asked, step.to, signal)
    const finality = new FinalityResults(asked.map((transfer, at) => [transfer, results[at] ?? 'pending']))
    const mismatches = asked.filter((transfer) => finality.isConflicting(transfer))
    if (mismatches.length > 0)
      await conditions.setCondition('transfer_mismatch', mismatches.map(transferName).join(' '))
    else if (due.isAll) await conditions.setCondition('transfer_mismatch', undefined)
    await confirmations.update(asked, finality)
    return screening.screenFinal(due.recorded, finality, step.to, signal)
  }

  /** A step that was read before the database lost commits is stale: the addresses of lost orders were not watched. */
  const record = ({ cursor, since }: Position, step: RecordableStep, finality: FinalityResults) =>
    alarm.record(step.to.number, async (tx) =>
      (await tx.continuity.findSince()) === since
        ? recordStep(tx, context, cursor, step, finality)
        : undefined,
    )

  async function checkLatePayments({ cursor }: Position) {
    await latePayments.check(cursor.block.number)
    return 0
  }

  async function screenPayments(_: Position, signal: AbortSignal): Promise<number> {
    const found = await screening.screenRecorded(signal)
    return hasDailyBudget ? 0 : found
  }

  /** Until the next block is expected; undefined while it is overdue. */
  function restMs(): number | undefined {
    if (!blockTime || newestAt === undefined) return undefined
    const { blockMs, arrivalMs } = blockTime
    const rest = newestAt + blockMs + arrivalMs - context.clock.real()
    // A block from the future, or a clock that is behind, must not delay the next ones.
    return rest > 0 ? Math.min(rest, blockMs + arrivalMs) : undefined
  }

  return { name: `chain-watcher ${environment} ${network}`, everyMs, restMs, tick }
}

/** Sets the cursor of a new network to its head, before the first address is leased. */
export async function startCursor(store: Store, chain: Chain, signal: AbortSignal): Promise<void> {
  const { environment, network } = chain
  const id = { environment, network }
  if (await store.read((tx) => tx.cursors.find(id))) return
  const head = await chain.head(signal)
  await store.write((tx) => tx.cursors.insert(id, head))
}

const stepAt = ({ block }: Cursor): RecordableStep & { kind: Extract<ScanStep['kind'], 'forward'> } => ({
  kind: 'forward',
  to: block,
  blocks: [],
  transfers: [],
  outgoing: [],
  ignored: [],
  adminEvents: [],
})
