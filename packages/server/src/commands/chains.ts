import { openChain } from '../compose/chains.js'
import { readConfig } from '../config/config.js'
import { NETWORKS as SERVED } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import { CallsReservedForBlocks, type Chain } from '../domain/chain/chain.js'
import type { ChainCondition } from '../domain/chain/chain-conditions.js'
import { ENDED_BY_HAND, resumeNetwork } from '../domain/chain/chain-reviews.js'
import type { Context } from '../domain/context.js'
import { recordRescan } from '../domain/payments/rescan.js'
import { audit } from '../domain/shared/audit.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { ChainId, Cursor } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { systemClock } from '../runtime/clock.js'
import { endOfMany } from '../runtime/deadline.js'
import { reachOf, resetCursorAt } from '../workers/chain/cursor-reset.js'
import { watchedAddresses } from '../workers/chain/watched-addresses.js'
import { changeStore, mandateOf, readStore, withStore } from './store-access.js'
import { type Args, UsageError } from './command.js'
import { ENVIRONMENTS } from './listing.js'
import { CALLS_OF_A_BLOCK, requireCalls, withMetered } from './metered.js'
import { printLine, printRows, type Row, timeCell } from './output.js'

const NETWORKS = ['TRC20', 'ERC20'] as const
/** As many as a network reads again at once. */
const RESCAN_BLOCKS = 50
/** Calls that a cursor reset makes besides those for its blocks. */
const CALLS_OF_A_RESET = 10

/** How far every network is read, and what holds it up. */
export async function status(given: Args): Promise<number> {
  const config = readConfig()
  const rows = await readStore(async (tx) => {
    const found: Row[] = []
    for (const { environment, network, field } of SERVED) {
      const id = { environment, network }
      const cursor = await tx.cursors.find(id)
      found.push(...rowsOf(id, config[field], cursor, await tx.chainConditions.list(id)))
    }
    return found
  })
  printRows(rows, given.isJson)
  return 0
}

/** Reads booked blocks once more, and books what was missed of them. */
export async function rescan(given: Args): Promise<number> {
  const id = chainOf(given)
  const from = given.requiredNumber('from', 0)
  const to = given.requiredNumber('to', 0)
  if (to < from) throw new UsageError('--to is a block before --from')
  const found = await withStore(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (!cursor || cursor.block.number < to)
      throw new OperatorError(
        `${nameOf(id)} is read up to block ${cursor?.block.number ?? 'none'}, not ${to}`,
      )
    const { recorded, upTo } = await withMetered({ store, context, chain }, async (sparing) => {
      requireCalls(chain, (to - from + 1) * CALLS_OF_A_BLOCK)
      return rescanAll({ store, context, chain: sparing }, { from, to })
    })
    const { actor, reason } = mandateOf(given)
    await store.write((tx) =>
      audit(tx, context, {
        actor,
        action: 'chains rescan',
        subject: nameOf(id),
        details: { reason, from, to: upTo, recorded },
      }),
    )
    if (upTo < to)
      throw new OperatorError(
        `the calls that are left of the day are kept for blocks: go on with --from ${upTo + 1}`,
      )
    return recorded
  })
  printLine(`blocks ${from} to ${to} of ${nameOf(id)} were read again: ${found} were missing from the books`)
  return 0
}

/** Reads as far as calls are left for it. */
async function rescanAll(
  { store, context, chain }: { store: Store; context: Context; chain: Chain },
  { from, to }: { from: number; to: number },
): Promise<{ recorded: number; upTo: number }> {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedAddresses(store, context, chain)
  let recorded = 0
  let at = from
  try {
    for (; at <= to; at += RESCAN_BLOCKS) {
      const range = { from: at, to: Math.min(at + RESCAN_BLOCKS - 1, to) }
      const sightings = await chain.rescan(range, watched, endOfMany().signal)
      const { handled } = await store.write((tx) => recordRescan(tx, context, id, sightings))
      recorded += handled
    }
  } catch (error) {
    if (!(error instanceof CallsReservedForBlocks) || at === from) throw error
    return { recorded, upTo: at - 1 }
  }
  return { recorded, upTo: to }
}

/** Ends one condition that stops a network. */
export async function resume(given: Args): Promise<number> {
  const id = chainOf(given)
  const named = given.choice('kind', ENDED_BY_HAND)
  const { kind, reason } = await changeStore((tx, context) =>
    resumeNetwork(tx, context, id, mandateOf(given), named),
  )
  printLine(`${nameOf(id)} goes on; ended: ${kind} (${reason})`)
  return 0
}

/** Moves the cursor of a halted network to a block and records the branch after it. */
export async function resetCursor(given: Args): Promise<number> {
  const id = chainOf(given)
  const number = given.requiredNumber('block', 0)
  const { handled } = await withStore(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    const blocks = cursor ? Math.max(0, (await reachOf(store, cursor)).seen - number) : 0
    return withMetered({ store, context, chain }, async (sparing) => {
      requireCalls(chain, CALLS_OF_A_RESET + blocks * CALLS_OF_A_BLOCK)
      const options = { store, context, chain: sparing, number, mandate: mandateOf(given) }
      return resetCursorAt(options, endOfMany().signal)
    })
  })
  printLine(
    `${nameOf(id)} goes on from block ${number}: ${handled} transfers above it are new, moved or gone; run \`signer resume\` to sign again`,
  )
  return 0
}

const chainOf = (given: Args): ChainId => ({
  environment: given.requiredChoice('environment', ENVIRONMENTS),
  network: given.requiredChoice('network', NETWORKS),
})

const nameOf = ({ environment, network }: ChainId): string => `${environment}/${network}`

/** @throws Refusal where no nodes serve it: a sandbox forgets nothing */
async function openNetwork(config: Config, id: ChainId) {
  const chain = await openChain(config, id, systemClock)
  if (!chain) throw new OperatorError(`${nameOf(id)} is not served by nodes`)
  return chain
}

/** A line for each thing that holds it up, one line where nothing does. */
function rowsOf(
  id: ChainId,
  mode: string,
  cursor: Cursor | undefined,
  conditions: readonly ChainCondition[],
): Row[] {
  const base = {
    environment: id.environment,
    network: id.network,
    mode,
    block: cursor?.block.number ?? null,
    block_time: timeCell(cursor?.block.timeAt ?? null),
  }
  if (conditions.length === 0) return [{ ...base, condition: null, since: null, reason: null }]
  return conditions.map(({ kind, sinceAt, reason }) => ({
    ...base,
    condition: kind,
    since: timeCell(sinceAt),
    reason,
  }))
}
