import { openChain } from '../compose/chains.js'
import { readConfig } from '../config/config.js'
import { NETWORKS as SERVED } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import { type Chain, KeptForBlocks } from '../domain/chain/chain.js'
import type { ChainCondition } from '../domain/chain/chain-conditions.js'
import { ENDED_BY_HAND, resumeNetwork } from '../domain/chain/chain-reviews.js'
import type { Context } from '../domain/context.js'
import { recordReread } from '../domain/payments/rescan.js'
import { audit } from '../domain/shared/audit.js'
import { Refusal } from '../domain/shared/operator-error.js'
import type { ChainId, Cursor } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { systemClock } from '../runtime/clock.js'
import { endOfMany } from '../runtime/deadline.js'
import { anchorAt, reachOf } from '../workers/chain/cursor-reset.js'
import { watchedBy } from '../workers/chain/watched-addresses.js'
import { changeBooks, mandateOf, readBooks, withBooks } from './books.js'
import { type Given, UsageError } from './command.js'
import { ENVIRONMENTS } from './listing.js'
import { CALLS_OF_A_BLOCK, requireCalls, withMetered } from './metered.js'
import { printLine, printRows, type Row, timeCell } from './output.js'

const NETWORKS = ['TRC20', 'ERC20'] as const
/** As many as a network reads again at once. */
const REREAD_BLOCKS = 50
/** What asking for the blocks takes between which a network goes on, and for its newest one. */
const CALLS_OF_AN_ANCHOR = 10

/** How far every network is read, and what holds it up. */
export async function status(given: Given): Promise<number> {
  const config = readConfig()
  const rows = await readBooks(async (tx) => {
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
export async function rescan(given: Given): Promise<number> {
  const id = chainOf(given)
  const from = given.requiredNumber('from', 0)
  const to = given.requiredNumber('to', 0)
  if (to < from) throw new UsageError('--to is a block before --from')
  const found = await withBooks(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    if (!cursor || cursor.block.number < to)
      throw new Refusal(`${nameOf(id)} is read up to block ${cursor?.block.number ?? 'none'}, not ${to}`)
    const { recorded, upTo } = await withMetered({ store, context, chain }, async (sparing) => {
      requireCalls(chain, (to - from + 1) * CALLS_OF_A_BLOCK)
      return rereadAll({ store, context, chain: sparing }, { from, to })
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
      throw new Refusal(
        `the calls that are left of the day are kept for blocks: go on with --from ${upTo + 1}`,
      )
    return recorded
  })
  printLine(`blocks ${from} to ${to} of ${nameOf(id)} were read again: ${found} were missing from the books`)
  return 0
}

/** Reads as far as calls are left for it. */
async function rereadAll(
  { store, context, chain }: { store: Store; context: Context; chain: Chain },
  { from, to }: { from: number; to: number },
): Promise<{ recorded: number; upTo: number }> {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedBy(store, context, chain)
  let recorded = 0
  let at = from
  try {
    for (; at <= to; at += REREAD_BLOCKS) {
      const range = { from: at, to: Math.min(at + REREAD_BLOCKS - 1, to) }
      const sightings = await chain.reread(range, watched, endOfMany().signal)
      const { handled } = await store.write((tx) => recordReread(tx, context, id, sightings))
      recorded += handled
    }
  } catch (error) {
    if (!(error instanceof KeptForBlocks) || at === from) throw error
    return { recorded, upTo: at - 1 }
  }
  return { recorded, upTo: to }
}

/** Ends one thing that holds a network up; with an anchor it goes on from that block. */
export async function resume(given: Given): Promise<number> {
  const id = chainOf(given)
  const named = given.choice('kind', ENDED_BY_HAND)
  const anchor = given.number('anchor', 0)
  if (anchor !== undefined) {
    if (named !== undefined && named !== 'halted')
      throw new UsageError('--anchor ends halted, and nothing else')
    return resumeFrom(given, id, anchor)
  }
  const { kind, reason } = await changeBooks((tx, context) =>
    resumeNetwork(tx, context, id, mandateOf(given), named),
  )
  printLine(`${nameOf(id)} goes on; ended: ${kind} (${reason})`)
  return 0
}

async function resumeFrom(given: Given, id: ChainId, number: number): Promise<number> {
  const { handled } = await withBooks(async ({ store, context: plain }) => {
    const chain = await openNetwork(readConfig(), id)
    const context = { ...plain, chain: () => chain }
    const cursor = await store.read((tx) => tx.cursors.find(id))
    const blocks = cursor ? Math.max(0, (await reachOf(store, cursor)).seen - number) : 0
    return withMetered({ store, context, chain }, async (sparing) => {
      requireCalls(chain, CALLS_OF_AN_ANCHOR + blocks * CALLS_OF_A_BLOCK)
      const options = { store, context, chain: sparing, number, mandate: mandateOf(given) }
      return anchorAt(options, endOfMany().signal)
    })
  })
  printLine(
    `${nameOf(id)} goes on from block ${number}: ${handled} transfers above it are new, elsewhere or gone; nothing is signed before withdrawals resume`,
  )
  return 0
}

const chainOf = (given: Given): ChainId => ({
  environment: given.requiredChoice('environment', ENVIRONMENTS),
  network: given.requiredChoice('network', NETWORKS),
})

const nameOf = ({ environment, network }: ChainId): string => `${environment}/${network}`

/** @throws Refusal where no nodes serve it: a sandbox forgets nothing */
async function openNetwork(config: Config, id: ChainId) {
  const chain = await openChain(config, id, systemClock)
  if (!chain) throw new Refusal(`${nameOf(id)} is not served by nodes`)
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
