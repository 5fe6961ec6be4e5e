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
      const range = { after: cursor.number, upTo: head, limit: TRANSFERS_PER_STEP + 1 }
      const rows = await store.read((tx) => tx.sandbox.listTransfers(id, range))
      const upTo = lastWholeBlock(rows, head)
      const seen = rows.filter((row) => row.blockNumber <= upTo).map((row) => toSeen(epoch, row))
      return { kind: 'forward', to: blockOf(epoch, upTo), transfers: seen }
    },

    async pay(tx, { to, value, cursor }) {
      const block = blockOf(epoch, Math.max(headNumber(), cursor.number) + 1)
      const txHash = hashOf(epoch, options.ids.uuid())
      await tx.sandbox.insertTransfer({ ...id, txHash, from: payer, to, value, blockNumber: block.number })
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
  const timeAt = epoch.firstAt + (number - epoch.firstNumber) * epoch.blockMs
  return { number, hash: hashOf(epoch, `${number}`), timeAt }
}

const hashOf = (epoch: SandboxEpoch, what: string): string =>
  createHash('sha256').update(`${epoch.seed}/${epoch.environment}/${epoch.network}/${what}`).digest('hex')

/** A step never splits a block: when there are too many transfers, it ends before the block of the first one left out. */
function lastWholeBlock(rows: SandboxTransfer[], head: number): number {
  const leftOut = rows[TRANSFERS_PER_STEP]
  return leftOut ? leftOut.blockNumber - 1 : head
}

const toSeen = (epoch: SandboxEpoch, row: SandboxTransfer): SeenTransfer => ({
  txHash: row.txHash,
  logIndex: 0,
  from: row.from,
  to: row.to,
  value: row.value,
  block: blockOf(epoch, row.blockNumber),
})

/** Everybody in the sandbox pays from one fixed address that no wallet holds the key of. */
function payerAddress(network: Network): string {
  return spellAddress(network, keccak_256(Buffer.from('merchantpay/sandbox/payer')).subarray(-20))
}
