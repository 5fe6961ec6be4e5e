import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { NETWORKS as SERVED } from '../../config/served-networks.js'
import type { Config } from '../../config/settings.js'
import { CallsReservedForBlocks, type Chain } from '../../domain/chain/chain.js'
import type { ChainCondition } from '../../domain/chain/chain-conditions.js'
import { ENDED_BY_HAND, resumeNetwork } from '../../domain/chain/chain-reviews.js'
import type { Context } from '../../domain/context.js'
import { recordRescan } from '../../domain/payments/rescan.js'
import { audit } from '../../domain/shared/audit.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId, Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { NETWORKS } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import { reachOf, resetCursorAt } from '../../workers/chain/cursor-reset.js'
import { requireCalls } from '../../workers/chain/spare-calls.js'
import { watchedAddresses } from '../../workers/chain/watched-addresses.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { CALLS_OF_A_BLOCK, withMetered } from '../metered.js'
import { printLine, printRows, type Row, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore, withStore } from '../store-access.js'

/** Blocks of one rescan call and its transaction. */
const RESCAN_BLOCKS = 50
/** RPC calls of a cursor reset besides those for its blocks. */
const CALLS_OF_A_RESET = 10

/** Shows the last recorded block of every network, with its conditions. */
export async function status(args: Args): Promise<number> {
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
  printRows(rows, args.isJson)
  return 0
}

/** Rescans recorded blocks and records transfers that were missed in them. */
export async function rescan(args: Args): Promise<number> {
  const id = chainOf(args)
  const from = args.requiredNumber('from', 0)
  const to = args.requiredNumber('to', 0)
  if (to < from) throw new UsageError('--to is before --from')
  const found = await withStore(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (!cursor || cursor.block.number < to)
      throw new OperatorError(
        `${nameOf(id)} is recorded up to block ${cursor?.block.number ?? 'none'}, not ${to}`,
      )
    const { recorded, upTo } = await withMetered({ store, context, chain }, async (metered) => {
      requireCalls(chain, (to - from + 1) * CALLS_OF_A_BLOCK)
      return rescanAll({ store, context, chain: metered }, { from, to })
    })
    const { actor, reason } = mandateOf(args)
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
        `the remaining RPC calls of the day are reserved for new blocks; continue later with --from ${upTo + 1}`,
      )
    return recorded
  })
  printLine(`rescanned blocks ${from} to ${to} of ${nameOf(id)}: ${found} missing transfers recorded`)
  return 0
}

/** Rescans until the end of the range or of the RPC budget. */
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
export async function resume(args: Args): Promise<number> {
  const id = chainOf(args)
  const named = args.choice('kind', ENDED_BY_HAND)
  const { kind, reason } = await changeStore((tx, context) =>
    resumeNetwork(tx, context, id, mandateOf(args), named),
  )
  printLine(`${nameOf(id)} resumed; ended: ${kind} (${reason})`)
  return 0
}

/** Moves the cursor of a halted network to a block and records the branch after it. */
export async function resetCursor(args: Args): Promise<number> {
  const id = chainOf(args)
  const number = args.requiredNumber('block', 0)
  const { handled } = await withStore(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    const blocks = cursor ? Math.max(0, (await reachOf(store, cursor)).seen - number) : 0
    return withMetered({ store, context, chain }, async (metered) => {
      requireCalls(chain, CALLS_OF_A_RESET + blocks * CALLS_OF_A_BLOCK)
      const options = { store, context, chain: metered, number, mandate: mandateOf(args) }
      return resetCursorAt(options, endOfMany().signal)
    })
  })
  printLine(
    `${nameOf(id)} continues from block ${number}: ${handled} transfers above it are new, moved or gone; run \`signer resume\` to sign again`,
  )
  return 0
}

const chainOf = (args: Args): ChainId => ({
  environment: args.requiredChoice('environment', ENVIRONMENTS),
  network: args.requiredChoice('network', NETWORKS),
})

const nameOf = ({ environment, network }: ChainId): string => `${environment}/${network}`

/** @throws OperatorError when no nodes serve the network; a sandbox loses no transfers */
async function openNetwork(config: Config, id: ChainId) {
  const chain = await openChain(config, id, systemClock)
  if (!chain) throw new OperatorError(`${nameOf(id)} is not served by nodes`)
  return chain
}

/** One row per condition of the network; one row with `condition: null` when it has none. */
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
