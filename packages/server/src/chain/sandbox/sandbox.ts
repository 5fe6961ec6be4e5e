import { createHash } from 'node:crypto'
import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { RecordableStep, ScanStep, Sightings } from '../../domain/chain/scan-step.js'
import type { SeenTransfer } from '../../domain/chain/transfer.js'
import type { SandboxChain } from '../../domain/sandbox/sandbox-chain.js'
import type { SandboxEpoch, SandboxTransfer } from '../../domain/sandbox/sandbox-transfer.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { BlockRef, ChainId, Clock, Ids, Network } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { descriptionOf } from '../../networks/networks.js'
import { readDestination } from '../../networks/spellings.js'
import { type AddressBook, cacheDerived, createAddressBook } from '../wallet/address-book.js'
import { type DeriveAddresses, deriveAhead } from '../wallet/derive-ahead.js'
import { sandboxAddress } from './sandbox-addresses.js'
import { sandboxSender } from './sandbox-sender.js'

export const SANDBOX_DEPTH = 3
/** A step is recorded in one transaction. A block holds no more payments than a step. */
const TRANSFERS_PER_STEP = 500
/** Deriving an address takes half a millisecond, and each withdrawal asks for the first one. */
const CACHED_ADDRESSES = 256
/** Branches that can appear between two ticks. */
const FORKS_PER_STEP = 10_000

const addressBooks = new Map<Network, AddressBook>()

/** Returns the address book of all sandboxes of this process, which share a wallet. */
function addressBookOf(network: Network): AddressBook {
  const book =
    addressBooks.get(network) ??
    cacheDerived(createAddressBook(network, descriptionOf(network).sandboxXpub), CACHED_ADDRESSES)
  book.derive(0) // computes the tables of the curve, for which the first order would wait
  addressBooks.set(network, book)
  return book
}

export interface SandboxOptions extends ChainId {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly blockMs: number
  /** Derives the next addresses in advance. */
  readonly deriveAddresses?: DeriveAddresses | undefined
}

/**
 * Opens a network that exists only in the database. Its blocks are a function of the business clock: block n exists
 * once its time has come. An idle sandbox writes no block, and a restart sees the same chain. Only payments are rows.
 */
export async function openSandbox(options: SandboxOptions): Promise<SandboxChain> {
  const { environment, network, store, clock, blockMs } = options
  const id = { environment, network }
  const epoch = await store.write(async (tx) => {
    const latest = await tx.sandbox.latestEpoch(id)
    if (latest?.blockMs === blockMs) return latest
    const started = nextEpoch(options, latest)
    await tx.sandbox.insertEpoch(started)
    return started
  })
  const wallet = { network, xpub: descriptionOf(network).sandboxXpub }
  const book = deriveAhead(addressBookOf(network), wallet, options.deriveAddresses)
  const headNumber = () => numberAt(epoch, clock.now())
  const timeOf = (number: number) => timeAt(epoch, number)

  return {
    environment,
    network,
    depth: SANDBOX_DEPTH,
    sender: sandboxSender({ ...id, store, depth: SANDBOX_DEPTH, headNumber, timeOf }),
    // The data is local, so nothing needs checking or a second node.
    verify: async () => ({ chainId: undefined, isTokenPaused: false, isTokenDeprecated: false }),
    checkFinality: async (transfers) => transfers.map(() => 'final'),
    head: () => store.read((tx) => blockOf(tx, epoch, headNumber())),
    deriveAddress: (index) => book.derive(index),
    parseDestination: (address) => readDestination(network, address),

    async next({ cursor }, watched): Promise<ScanStep> {
      const step = await store.read((tx) => stepFrom(tx, epoch, cursor, headNumber()))
      if (step.kind === 'idle') return step
      const transferCount = step.transfers.length
      return { ...step, ...(await sightings(step.transfers, watched)), transferCount }
    },

    async isStepCurrent(tx, cursor, step) {
      const { number, hash } = step.to
      // A branch that appeared in the meantime is unseen by the cursor and reported next.
      if (step.kind === 'rewind') return isRewindCurrent(tx, id, step)
      if ((await blockOf(tx, epoch, number)).hash !== hash) return false
      const after = cursor.number
      return (await tx.sandbox.countTransfers(id, { after, upTo: number })) === (step.transferCount ?? 0)
    },

    async rescan({ from, to }, watched) {
      const seen = await store.read(async (tx) => {
        const range = { after: from - 1, upTo: to, limit: Number.MAX_SAFE_INTEGER }
        return toSeen(tx, epoch, await tx.sandbox.listTransfers(epoch, range))
      })
      return sightings(seen, watched)
    },

    async balanceAt(address, at) {
      const paid = await store.read((tx) => tx.sandbox.sumPaidTo({ ...id, address, upTo: at.number }))
      return paid * exactScale(network)
    },

    isBlacklisted: async (address) => address === sandboxAddress(network, 'blacklisted'),

    async pay(tx, { to, value, cursor, isFlagged }) {
      const next = Math.max(headNumber(), cursor.number) + 1
      const block = await blockOf(tx, epoch, await firstWithRoom(tx, epoch, next))
      const from = sandboxAddress(network, isFlagged ? 'blacklisted' : 'payer')
      const txHash = hashOf(epoch, options.ids.uuid())
      await tx.sandbox.insertTransfer({ ...id, txHash, from, to, value, ...numberAndTime(block) })
      return block
    },

    async drop(tx, { txHash, blockNumber }) {
      await tx.sandbox.deleteTransfer({ ...id, txHash })
      await tx.sandbox.insertFork(id, blockNumber)
    },
  }
}

/** A step before its transfers are matched with our addresses. */
type RawStep =
  | { kind: 'forward'; to: BlockRef; blocks: []; transfers: SeenTransfer[] }
  | { kind: 'rewind'; after: BlockRef; to: BlockRef; upTo: number; blocks: []; transfers: SeenTransfer[] }
  | Extract<ScanStep, { kind: 'idle' }>

async function stepFrom(tx: Tx, epoch: SandboxEpoch, cursor: BlockRef, head: number): Promise<RawStep> {
  const replaced = await findReplaced(tx, epoch, cursor)
  if (replaced) return rewind(tx, epoch, replaced, cursor)
  // A clock that was set back leaves the head where it was.
  if (head <= cursor.number) return { kind: 'idle', why: 'no new block' }
  const { rows, upTo } = await readStep(tx, epoch, cursor.number, head)
  const transfers = await toSeen(tx, epoch, rows)
  return { kind: 'forward', to: await blockOf(tx, epoch, upTo), blocks: [], transfers }
}

async function sightings(transfers: readonly SeenTransfer[], watched: WatchedAddresses): Promise<Sightings> {
  const ours = await watched.ours([...new Set(transfers.flatMap(({ from, to }) => [from, to]))])
  const isIncoming = ({ from, to }: SeenTransfer) => ours.has(to) && !ours.has(from)
  return {
    transfers: transfers.filter(isIncoming),
    outgoing: transfers.filter(({ from }) => ours.has(from)),
    ignored: [],
    adminEvents: [],
  }
}

/** The first epoch begins at block 1; a new block time continues from the current block. */
function nextEpoch(options: SandboxOptions, latest: SandboxEpoch | undefined): SandboxEpoch {
  const { environment, network, blockMs, clock, ids } = options
  const firstAt = clock.now()
  const firstNumber = latest ? numberAt(latest, firstAt) + 1 : 1
  return { environment, network, firstNumber, firstAt, blockMs, seed: latest?.seed ?? ids.uuid() }
}

const numberAt = (epoch: SandboxEpoch, at: number): number =>
  epoch.firstNumber + Math.max(0, Math.floor((at - epoch.firstAt) / epoch.blockMs))

function timeAt(epoch: SandboxEpoch, number: number): number {
  const blocks = number - epoch.firstNumber
  // A block of an earlier epoch that was not read in time gets a time just before this epoch.
  return epoch.firstAt + (blocks < 0 ? blocks : blocks * epoch.blockMs)
}

/** Returns a block of the chain. Its hash includes the number of branches that replaced blocks up to it. */
async function blockOf(tx: Tx, epoch: SandboxEpoch, number: number): Promise<BlockRef> {
  return blockWithForks(epoch, number, await tx.sandbox.countForks(epoch, number))
}

const blockWithForks = (epoch: SandboxEpoch, number: number, forks: number): BlockRef => ({
  number,
  hash: blockHash(epoch, number, forks),
  timeAt: timeAt(epoch, number),
})

const blockHash = (epoch: SandboxEpoch, number: number, forks: number): string =>
  hashOf(epoch, forks === 0 ? `${number}` : `${number}/${forks}`)

const hashOf = (epoch: SandboxEpoch, what: string): string =>
  createHash('sha256').update(`${epoch.seed}/${epoch.environment}/${epoch.network}/${what}`).digest('hex')

/** Replaced blocks, and the number of branches that a cursor has seen after them. */
interface Replaced {
  readonly after: number
  readonly upTo: number
  readonly forks: number
}

/**
 * Returns the replaced blocks that a cursor has not seen, oldest branch first, limited to one step: all blocks between
 * the replaced ones are read again. Undefined while the cursor is on the chain.
 */
async function findReplaced(tx: Tx, epoch: SandboxEpoch, cursor: BlockRef): Promise<Replaced | undefined> {
  const forks = await tx.sandbox.countForks(epoch, cursor.number)
  if (blockHash(epoch, cursor.number, forks) === cursor.hash) return undefined
  const newest = await tx.sandbox.listNewestForks(epoch, cursor.number, FORKS_PER_STEP)
  const unseen = newest.findIndex((_, at) => blockHash(epoch, cursor.number, forks - at - 1) === cursor.hash)
  if (unseen < 0) throw new Error('the cursor is on no branch of this chain')
  let replaced: Replaced | undefined
  for (let at = unseen; at >= 0; at -= 1) {
    const wider = widened(replaced, newest[at] ?? 0, forks - at)
    const isWider = replaced && (wider.after < replaced.after || wider.upTo > replaced.upTo)
    if (isWider && (await tx.sandbox.countTransfers(epoch, wider)) > TRANSFERS_PER_STEP) break
    replaced = wider
  }
  return replaced
}

const widened = (replaced: Replaced | undefined, block: number, forks: number): Replaced => ({
  after: Math.min(replaced?.after ?? block - 1, block - 1),
  upTo: Math.max(replaced?.upTo ?? block, block),
  forks,
})

async function rewind(tx: Tx, epoch: SandboxEpoch, replaced: Replaced, cursor: BlockRef): Promise<RawStep> {
  const { after, upTo, forks } = replaced
  const rows = await tx.sandbox.listTransfers(epoch, { after, upTo, limit: Number.MAX_SAFE_INTEGER })
  return {
    kind: 'rewind',
    after: await blockOf(tx, epoch, after),
    to: blockWithForks(epoch, cursor.number, forks),
    upTo,
    blocks: [],
    transfers: await toSeen(tx, epoch, rows),
  }
}

async function isRewindCurrent(
  tx: Tx,
  id: ChainId,
  { after, to, upTo, transferCount }: Extract<RecordableStep, { kind: 'rewind' }>,
): Promise<boolean> {
  const blocks = { after: after.number, upTo: upTo ?? to.number }
  return (await tx.sandbox.countTransfers(id, blocks)) === (transferCount ?? 0)
}

/**
 * Reads the transfers after a block, in whole blocks: a full batch ends before the block that did not fit, unless it
 * is the first.
 */
async function readStep(
  tx: Tx,
  epoch: SandboxEpoch,
  after: number,
  head: number,
): Promise<{ rows: SandboxTransfer[]; upTo: number }> {
  const batch = await tx.sandbox.listTransfers(epoch, { after, upTo: head, limit: TRANSFERS_PER_STEP + 1 })
  const leftOut = batch[TRANSFERS_PER_STEP]
  if (!leftOut) return { rows: batch, upTo: head }
  const upTo = Math.max(leftOut.blockNumber - 1, after + 1)
  return {
    rows: await tx.sandbox.listTransfers(epoch, { after, upTo, limit: Number.MAX_SAFE_INTEGER }),
    upTo,
  }
}

/** The caller has locked the network, so no other transaction fills the block. */
async function firstWithRoom(tx: Tx, epoch: SandboxEpoch, from: number): Promise<number> {
  let number = from
  while ((await tx.sandbox.countTransfers(epoch, { after: number - 1, upTo: number })) >= TRANSFERS_PER_STEP)
    number += 1
  return number
}

const numberAndTime = (block: BlockRef) => ({ blockNumber: block.number, blockTimeAt: block.timeAt })

async function toSeen(
  tx: Tx,
  epoch: SandboxEpoch,
  rows: readonly SandboxTransfer[],
): Promise<SeenTransfer[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const range = { after: first.blockNumber - 1, upTo: last.blockNumber }
  const replaced = await tx.sandbox.countReplaced(epoch, range)
  return rows.map(({ txHash, from, to, value, blockNumber, blockTimeAt }) => ({
    txHash,
    logIndex: 0,
    from,
    to,
    origin: from,
    value,
    // The hash of its own block: branches that replace other blocks leave it unchanged.
    block: {
      number: blockNumber,
      hash: blockHash(epoch, blockNumber, replaced.get(blockNumber) ?? 0),
      timeAt: blockTimeAt,
    },
  }))
}
