import type { Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { RecordableStep, RecordedStep, ScanState, ScanStep } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import { type DuePositions, FinalityResults, listDueWith } from '../../domain/payments/finality-queue.js'
import { recordStep } from '../../domain/payments/step/record-step.js'
import { type SeenTransfer, transferName } from '../../domain/payments/transfer.js'
import { ensureContinuity } from '../../domain/recovery/continuity.js'
import { recoverFrom } from '../../domain/recovery/unknown-transfers.js'
import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { Cursor, Instant } from '../../domain/shared/types.js'
import type { SkippedIndexes } from '../../domain/store/recovery-tables.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'
import { BlockRingCache } from './block-ring-cache.js'
import { restartOnSourceChange } from './cursor-reset.js'
import { RecordingAlarm } from './recording-alarm.js'
import { RpcUsageSync } from './rpc-usage-sync.js'
import { storeSkippedAddresses } from './skipped-addresses.js'
import { StuckConfirmations, StuckLatePayments } from './stuck-transfer-alerts.js'
import { TokenFacts } from './token-facts.js'
import { TransferScreening } from './transfer-screening.js'
import { watchedAddresses } from './watched-addresses.js'

/** More blocks than any network produces between two ticks. */
const CATCHING_UP_BLOCKS = 10

/**
 * Follows one network. A tick reads a step outside any transaction, checks the finality of due transfers, records both
 * in one transaction, and screens new payments. The first tick checks that the network is the one of the settings.
 */
export function chainWatcher(store: Store, context: Context, chain: Chain, everyMs: number): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedAddresses(store, context, chain)
  const screening = new TransferScreening(store, context, chain)
  const ringCache = new BlockRingCache()
  const rpcUsage = new RpcUsageSync(store, context, chain)
  const confirmations = new StuckConfirmations(store, context, id)
  const latePayments = new StuckLatePayments(store, context, id)
  const token = new TokenFacts(store, context, chain)
  const alarm = new RecordingAlarm(store, context, id)
  /** With a daily call budget every tick takes calls, so follow-up work waits for the next tick. */
  const hasDailyBudget = (chain.budgets ?? []).length > 0
  let isVerified = false
  let places: DuePositions = {}

  async function begin(signal: AbortSignal): Promise<void> {
    await token.check(signal)
    await startCursor(store, chain, signal)
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (cursor) await restartOnSourceChange(store, context, chain, cursor, signal)
    isVerified = true
  }

  /** @returns the number of handled items */
  async function follow(position: Position, signal: AbortSignal): Promise<number> {
    const { cursor, ring, conditions } = position
    const step = await chain.next({ cursor: cursor.block, ring }, watched, signal)
    if (step.kind === 'halt') {
      await halt(step.why)
      return 0
    }
    if (step.head !== undefined) context.health.noteHead(id, step.head)
    await updateBlockMismatch(step, conditions)
    const done = await record(position, step, signal)
    if (done === 'halted') return 0
    const { recordable, recorded, handled } = done
    // A network whose payments cannot be confirmed or recorded counts as not followed, whatever the head of its node.
    const isDoubted = step.kind === 'idle' && step.doubt !== undefined
    if (!isDoubted) context.health.noteStep(id, cursor.block.number, step.head)
    if (recorded) {
      context.health.noteRecorded(id, cursor, recordable, recorded)
      token.noteRecorded(recordable)
    }
    return handled
  }

  /**
   * Begins a recovery where a failover or an operator has set the database back under this process: its newest commits,
   * signatures among them, are lost.
   */
  async function recoverSetBack(): Promise<number> {
    const revision = await store.write(async (tx) => {
      await tx.cursors.lock(id)
      const cursor = await tx.cursors.find(id)
      if (!cursor || !context.health.isSetBack(cursor)) return undefined
      const reason = `the database was set back under running servers: revision ${cursor.revision} of ${environment}/${network} is older than one that this server has read`
      await recoverFrom(tx, context, 'restore', reason)
      return (await tx.cursors.find(id))?.revision
    })
    if (revision !== undefined) context.health.noteRevision(id, revision)
    return 1
  }

  async function record(
    { cursor, conditions }: Position,
    step: Exclude<ScanStep, { kind: 'halt' }>,
    signal: AbortSignal,
  ): Promise<Done | 'halted'> {
    const recordable = step.kind === 'idle' ? stepAt(cursor) : step
    const due = await store.read((tx) => listDueWith(tx, context, chain, recordable, places))
    places = due.next
    if (due.isAll) screening.retainDue(due.recorded)
    const asked = [...due.recorded, ...due.others]
    if (step.kind === 'idle' && asked.length === 0) return { recordable, handled: 0 }
    const finality = await checkFinality(chain, asked, recordable, signal)
    await updateTransferMismatch(
      asked.filter((transfer) => finality.isConflicting(transfer)),
      conditions,
      due.isAll,
    )
    await confirmations.update(asked, finality, conditions)
    const { creditable, flagged } = await screening.screenFinal(due.recorded, finality, recordable.to, signal)
    // Flagging has changed the cursor's revision: the next tick follows at once.
    if (flagged > 0) return { recordable, handled: flagged }
    // Nothing is new and nothing decided, so the cursor is not written.
    if (step.kind === 'idle' && creditable.decided.length === 0) return { recordable, handled: 0 }
    const recorded = await alarm
      .record(recordable.to.number, conditions, (tx) =>
        recordStep(tx, context, cursor, recordable, creditable),
      )
      .catch((error: unknown) => {
        if (error instanceof TooMuchReplaced) return error
        throw error
      })
    if (recorded instanceof TooMuchReplaced) {
      await halt(recorded.message)
      return 'halted'
    }
    // Another writer was faster, or more blocks follow: the next tick follows at once.
    if (!recorded) return { recordable, handled: 1 }
    const isBehind = !context.sandbox(id) && recordable.to.number - cursor.block.number >= CATCHING_UP_BLOCKS
    const handled = isBehind ? Math.max(recorded.handled, 1) : hasDailyBudget ? 0 : recorded.handled
    return { recordable, recorded, handled }
  }

  async function updateBlockMismatch(step: ScanStep, conditions: readonly ChainCondition[]): Promise<void> {
    const doubt = step.kind === 'idle' ? step.doubt : undefined
    const isSet = conditions.some(({ kind }) => kind === 'block_mismatch')
    // A missing answer of a second node changes nothing.
    if (doubt === 'unconfirmed' || isSet === (doubt === 'conflicting')) return
    const sinceAt = context.clock.now()
    await store.write(async (tx) => {
      if (step.kind !== 'idle' || doubt === undefined) await tx.chainConditions.clear(id, 'block_mismatch')
      else await tx.chainConditions.set(id, { kind: 'block_mismatch', reason: step.why, sinceAt })
    })
  }

  /** Withdrawals stop first, whatever has happened to the network. */
  const halt = (why: string) =>
    store.write(async (tx) => {
      const sinceAt = context.clock.now()
      await tx.cursors.lock(id)
      await tx.chainConditions.set(id, { kind: 'halted', reason: why, sinceAt })
      const reason = `the network is halted: ${why}`
      if (chain.sender) await tx.chainConditions.set(id, { kind: 'signer_paused', reason, sinceAt })
    })

  async function updateTransferMismatch(
    mismatches: readonly SeenTransfer[],
    conditions: readonly ChainCondition[],
    areAllAsked: boolean,
  ): Promise<void> {
    const isSet = conditions.some(({ kind }) => kind === 'transfer_mismatch')
    if (mismatches.length === 0 && !(isSet && areAllAsked)) return
    const sinceAt = context.clock.now()
    await store.write(async (tx) => {
      if (mismatches.length === 0) await tx.chainConditions.clear(id, 'transfer_mismatch')
      else {
        const reason = mismatches.map(transferName).join(' ')
        await tx.chainConditions.set(id, { kind: 'transfer_mismatch', reason, sinceAt })
      }
    })
  }

  return {
    name: `chain-watcher ${environment} ${network}`,
    everyMs,
    async tick(signal) {
      await rpcUsage.sync()
      if (isVerified) await token.recheck(signal)
      else await begin(signal)
      const position = await store.read(async (tx): Promise<Position> => {
        const cursor = await tx.cursors.find(id)
        if (!cursor) throw new Error('the network has no cursor')
        const ring = await ringCache.read(tx, cursor)
        const [skipped] = await tx.recoveries.listUnderived(id)
        const since = await tx.continuity.findSince()
        return { cursor, ring, conditions: await tx.chainConditions.list(id), skipped, since }
      })
      if (position.since === undefined) {
        await store.write((tx) => ensureContinuity(tx, context))
        return 1
      }
      context.health.noteUnbroken(id, position.since)
      if (context.health.isSetBack(position.cursor)) return recoverSetBack()
      context.health.noteRevision(id, position.cursor.revision)
      if (position.skipped) {
        // Payments to these addresses must be seen in the blocks that follow.
        await storeSkippedAddresses(store, context, chain, position.skipped)
        return 1
      }
      if (position.conditions.some(({ kind }) => kind === 'halted')) return 0
      const handled = await follow(position, signal)
      await latePayments.check(position.cursor.block.number, position.conditions)
      const found = await screening.screenRecorded(position.conditions, signal)
      return hasDailyBudget ? handled : handled + found
    },
  }
}

/** The outcome of a step. */
interface Done {
  readonly recordable: RecordableStep
  readonly handled: number
  /** Undefined where nothing had to be written, or another writer was faster. */
  readonly recorded?: RecordedStep
}

interface Position extends Pick<ScanState, 'ring'> {
  /** Addresses that are not stored yet. */
  readonly skipped: SkippedIndexes | undefined
  /** Since when the database lacks no commit; undefined if it may be older than the network. */
  readonly since: Instant | undefined
  readonly cursor: Cursor
  readonly conditions: readonly ChainCondition[]
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

async function checkFinality(
  chain: Chain,
  due: readonly SeenTransfer[],
  { to }: RecordableStep,
  signal: AbortSignal,
): Promise<FinalityResults> {
  const results = due.length === 0 ? [] : await chain.checkFinality(due, to, signal)
  return new FinalityResults(due.map((transfer, at) => [transfer, results[at] ?? 'pending']))
}
