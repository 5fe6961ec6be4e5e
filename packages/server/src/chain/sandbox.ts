import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BlockRef, SandboxEpoch, SandboxTransfer } from '../domain/payments.js'
import type {
  ChainId,
  Clock,
  Ids,
  Network,
  SandboxChain,
  ScanStep,
  SeenTransfer,
  Store,
} from '../domain/ports.js'
import { createAddressBook, spellAddress } from './address-book.js'

const DEPTH = 3
const TRANSFERS_PER_STEP = 500

/**
 * Public test wallets: the accounts of the mnemonic that every Ethereum tool knows as «test … junk». Whoever pays real
 * money there gives it away, so only the sandbox uses them.
 */
const TEST_XPUB: Readonly<Record<Network, string>> = {
  ERC20:
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  TRC20:
    'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
}

export interface SandboxOptions extends ChainId {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly blockMs: number
}

/**
 * A network that exists only in the database. Its blocks are a function of the business clock: block n is there once its
 * time has come, so an idle sandbox writes no block, and a restart sees the same chain. Only payments are rows.
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
  const book = createAddressBook(network, TEST_XPUB[network])
  const payer = payerAddress(network)
  const headNumber = () => numberAt(epoch, clock.now())

  return {
    environment,
    network,
    depth: DEPTH,
    head: async () => blockOf(epoch, headNumber()),
    deriveAddress: (index) => book.derive(index),

    async next(cursor): Promise<ScanStep> {
      const head = headNumber()
      // A clock that was set back leaves the head where it was.
      if (head <= cursor.number) return { kind: 'idle' }
      const { rows, upTo } = await readStep(options, cursor.number, head)
      return { kind: 'forward', to: blockOf(epoch, upTo), transfers: rows.map((row) => toSeen(epoch, row)) }
    },

    async pay(tx, { to, value, cursor }) {
      const block = blockOf(epoch, Math.max(headNumber(), cursor.number) + 1)
      const txHash = hashOf(epoch, options.ids.uuid())
      await tx.sandbox.insertTransfer({ ...id, txHash, from: payer, to, value, ...numberAndTime(block) })
      return block
    },
  }
}

/** The first epoch begins at block 1; a new block time goes on from the block of now. */
function nextEpoch(options: SandboxOptions, latest: SandboxEpoch | undefined): SandboxEpoch {
  const { environment, network, blockMs, clock, ids } = options
  const firstAt = clock.now()
  const firstNumber = latest ? numberAt(latest, firstAt) + 1 : 1
  return { environment, network, firstNumber, firstAt, blockMs, seed: latest?.seed ?? ids.uuid() }
}

const numberAt = (epoch: SandboxEpoch, at: number): number =>
  epoch.firstNumber + Math.max(0, Math.floor((at - epoch.firstAt) / epoch.blockMs))

function blockOf(epoch: SandboxEpoch, number: number): BlockRef {
  const blocks = number - epoch.firstNumber
  // A block of an earlier epoch that is read only now: just before this one began.
  const timeAt = epoch.firstAt + (blocks < 0 ? blocks : blocks * epoch.blockMs)
  return { number, hash: hashOf(epoch, `${number}`), timeAt }
}

const hashOf = (epoch: SandboxEpoch, what: string): string =>
  createHash('sha256').update(`${epoch.seed}/${epoch.environment}/${epoch.network}/${what}`).digest('hex')

/** The transfers after a block, whole blocks only: a full batch ends before the block that did not fit, if it is not the first. */
async function readStep(
  { environment, network, store }: SandboxOptions,
  after: number,
  head: number,
): Promise<{ rows: SandboxTransfer[]; upTo: number }> {
  const id = { environment, network }
  const read = (upTo: number, limit: number) =>
    store.read((tx) => tx.sandbox.listTransfers(id, { after, upTo, limit }))
  const batch = await read(head, TRANSFERS_PER_STEP + 1)
  const leftOut = batch[TRANSFERS_PER_STEP]
  if (!leftOut) return { rows: batch, upTo: head }
  const upTo = Math.max(leftOut.blockNumber - 1, after + 1)
  return { rows: await read(upTo, Number.MAX_SAFE_INTEGER), upTo }
}

const numberAndTime = (block: BlockRef) => ({ blockNumber: block.number, blockTimeAt: block.timeAt })

const toSeen = (epoch: SandboxEpoch, row: SandboxTransfer): SeenTransfer => ({
  txHash: row.txHash,
  logIndex: 0,
  from: row.from,
  to: row.to,
  value: row.value,
  block: { number: row.blockNumber, hash: hashOf(epoch, `${row.blockNumber}`), timeAt: row.blockTimeAt },
})

/** Everybody in the sandbox pays from one fixed address that no wallet holds the key of. */
function payerAddress(network: Network): string {
  return spellAddress(network, keccak_256(Buffer.from('merchantpay/sandbox/payer')).subarray(-20))
}
