import type { Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import type { RecordableStep, RecordedStep, ScanState, ScanStep } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import { type DuePlaces, FinalityResults, listDueWith } from '../../domain/payments/finality-queue.js'
import { recordStep } from '../../domain/payments/payments.js'
import { type SeenTransfer, transferName } from '../../domain/payments/transfer.js'
import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'
import { BlockRingCache } from './block-ring-cache.js'
import { followAnother } from './cursor-reset.js'
import { RecordingAlarm } from './recording-alarm.js'
import { RpcUsageSync } from './rpc-usage-sync.js'
import { StuckConfirmations, StuckLatePayments } from './stuck-transfer-alerts.js'
import { TokenFacts } from './token-facts.js'
import { TransferScreening } from './transfer-screening.js'
import { watchedAddresses } from './watched-addresses.js'

/** No network makes as many between two ticks. */
const CATCHING_UP_BLOCKS = 10

/**
 * Follows one network: reads a step with no transaction open, asks once more about what has its depth, then books both in
 * one, and has judged what is new. Its first look checks that the network is the one of the settings.
 */
export function chainWatcher(store: Store, context: Context, chain: Chain, everyMs: number): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedAddresses(store, context, chain)
  const screening = new TransferScreening(store, context, chain)
  const memory = new BlockRingCache()
  const calls = new RpcUsageSync(store, context, chain)
  const waits = new StuckConfirmations(store, context, id)
  const held = new StuckLatePayments(store, context, id)
  const token = new TokenFacts(store, context, chain)
  const alarm = new RecordingAlarm(store, context, id)
  /** Each look takes calls: where a day has an end of them, what follows from one waits for the next. */
  const isInNoHurry = (chain.budgets ?? []).length > 0
  let isVerified = false
  let places: DuePlaces = {}

  async function begin(signal: AbortSignal): Promise<void> {
    await token.ask(signal)
    await startCursor(store, chain, signal)
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (cursor) await followAnother(store, context, chain, cursor, signal)
    isVerified = true
  }

  /** @returns how much was handled */
  async function follow(position: Position, signal: AbortSignal): Promise<number> {
    const { cursor, ring, conditions } = position
    const step = await chain.next({ cursor: cursor.block, ring }, watched, signal)
    if (step.kind === 'halt') {
      await halt(step.why)
      return 0
    }
    if (step.head !== undefined) context.health.noteHead(id, step.head)
    await noteDoubt(step, conditions)
    const done = await book(position, step, signal)
    if (done === 'halted') return 0
    const { booked, recorded, handled } = done
    // A network whose payments cannot be judged or booked is not followed, however far its node has come.
    const isDoubted = step.kind === 'idle' && step.doubt !== undefined
    if (!isDoubted) context.health.noteStep(id, cursor.block.number, step.head)
    if (recorded) {
      context.health.noteRecorded(id, cursor, booked, recorded)
      token.noteRecorded(booked)
    }
    return handled
  }

  async function book(
    { cursor, conditions }: Position,
    step: Exclude<ScanStep, { kind: 'halt' }>,
    signal: AbortSignal,
  ): Promise<Done | 'halted'> {
    const booked = step.kind === 'idle' ? standingAt(cursor) : step
    const due = await store.read((tx) => listDueWith(tx, context, chain, booked, places))
    places = due.next
    if (due.isAll) screening.keep(due.recorded)
    const asked = [...due.recorded, ...due.others]
    if (step.kind === 'idle' && asked.length === 0) return { booked, handled: 0 }
    const told = await settle(chain, asked, booked, signal)
    await noteDisputes(
      asked.filter((transfer) => told.isConflicting(transfer)),
      conditions,
      due.isAll,
    )
    await waits.note(asked, told, conditions)
    const { verdicts, flagged } = await screening.settle(due.recorded, told, booked.to, signal)
    // The cursor was touched for them: look again at once.
    if (flagged > 0) return { booked, handled: flagged }
    // Nothing new and nothing decided: the cursor need not be written for it.
    if (step.kind === 'idle' && !verdicts.isAnyDecided) return { booked, handled: 0 }
    const recorded = await alarm
      .record(booked.to.number, conditions, (tx) => recordStep(tx, context, cursor, booked, verdicts))
      .catch((error: unknown) => {
        if (error instanceof TooMuchReplaced) return error
        throw error
      })
    if (recorded instanceof TooMuchReplaced) {
      await halt(recorded.message)
      return 'halted'
    }
    // Another writer was faster, or there is more behind what was read: look again at once.
    if (!recorded) return { booked, handled: 1 }
    const isBehind = !context.sandbox(id) && booked.to.number - cursor.block.number >= CATCHING_UP_BLOCKS
    const handled = isBehind ? Math.max(recorded.handled, 1) : isInNoHurry ? 0 : recorded.handled
    return { booked, recorded, handled }
  }

  async function noteDoubt(step: ScanStep, conditions: readonly ChainCondition[]): Promise<void> {
    const doubt = step.kind === 'idle' ? step.doubt : undefined
    const isNoted = conditions.some(({ kind }) => kind === 'block_mismatch')
    // Who only waits for another node's word knows no more than before.
    if (doubt === 'unconfirmed' || isNoted === (doubt === 'conflicting')) return
    const sinceAt = context.clock.now()
    await store.write(async (tx) => {
      if (step.kind !== 'idle' || doubt === undefined) await tx.chainConditions.clear(id, 'block_mismatch')
      else await tx.chainConditions.set(id, { kind: 'block_mismatch', reason: step.why, sinceAt })
    })
  }

  /** Whatever the network has become, money stops leaving first. */
  const halt = (why: string) =>
    store.write(async (tx) => {
      const sinceAt = context.clock.now()
      await tx.cursors.lock(id)
      await tx.chainConditions.set(id, { kind: 'halted', reason: why, sinceAt })
      const reason = `the network is halted: ${why}`
      if (chain.sender) await tx.chainConditions.set(id, { kind: 'signer_paused', reason, sinceAt })
    })

  async function noteDisputes(
    disputed: readonly SeenTransfer[],
    conditions: readonly ChainCondition[],
    areAllAsked: boolean,
  ): Promise<void> {
    const isNoted = conditions.some(({ kind }) => kind === 'transfer_mismatch')
    if (disputed.length === 0 && !(isNoted && areAllAsked)) return
    const sinceAt = context.clock.now()
    await store.write(async (tx) => {
      if (disputed.length === 0) await tx.chainConditions.clear(id, 'transfer_mismatch')
      else {
        const reason = disputed.map(transferName).join(' ')
        await tx.chainConditions.set(id, { kind: 'transfer_mismatch', reason, sinceAt })
      }
    })
  }

  return {
    name: `chain-watcher ${environment} ${network}`,
    everyMs,
    async tick(signal) {
      await calls.keep()
      if (isVerified) await token.askAgain(signal)
      else await begin(signal)
      const position = await store.read(async (tx): Promise<Position> => {
        const cursor = await tx.cursors.find(id)
        if (!cursor) throw new Error('the network has no cursor')
        const ring = await memory.read(tx, cursor)
        return { cursor, ring, conditions: await tx.chainConditions.list(id) }
      })
      if (position.conditions.some(({ kind }) => kind === 'halted')) return 0
      const handled = await follow(position, signal)
      await held.look(position.cursor.block.number, position.conditions)
      const found = await screening.ask(position.conditions, signal)
      return isInNoHurry ? handled : handled + found
    },
  }
}

/** What came of a step. */
interface Done {
  readonly booked: RecordableStep
  readonly handled: number
  /** Undefined where nothing was to be written, or another writer was faster. */
  readonly recorded?: RecordedStep
}

interface Position extends Pick<ScanState, 'ring'> {
  readonly cursor: Cursor
  readonly conditions: readonly ChainCondition[]
}

/** Puts the cursor at the head of a network that was never followed, before its first address is leased. */
export async function startCursor(store: Store, chain: Chain, signal: AbortSignal): Promise<void> {
  const { environment, network } = chain
  const id = { environment, network }
  if (await store.read((tx) => tx.cursors.find(id))) return
  const head = await chain.head(signal)
  await store.write((tx) => tx.cursors.insert(id, head))
}

const standingAt = ({ block }: Cursor): RecordableStep & { kind: Extract<ScanStep['kind'], 'forward'> } => ({
  kind: 'forward',
  to: block,
  blocks: [],
  transfers: [],
  outgoing: [],
  ignored: [],
  adminEvents: [],
})

async function settle(
  chain: Chain,
  due: readonly SeenTransfer[],
  { to }: RecordableStep,
  signal: AbortSignal,
): Promise<FinalityResults> {
  const verdicts = due.length === 0 ? [] : await chain.checkFinality(due, to, signal)
  return new FinalityResults(due.map((transfer, at) => [transfer, verdicts[at] ?? 'pending']))
}
