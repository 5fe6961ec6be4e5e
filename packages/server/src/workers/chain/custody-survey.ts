import type { Chain } from '../../domain/chain/chain.js'
import type { ScanState } from '../../domain/chain/scan-step.js'
import {
  type CustodyReading,
  type Difference,
  readHoldings,
  readWallet,
  verifyCustody,
} from '../../domain/ledger/custody.js'
import { ZERO } from '../../domain/shared/money.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { listSigned, readPosition } from '../withdrawals/withdrawal-run.js'
import { BlockRingCache } from './block-ring-cache.js'
import { requireCalls } from './spare-calls.js'

const CONCURRENCY = 8
/** RPC calls per address without transfers: one for its balance, and a share of one for the position of the node. */
const CALLS_OF_A_CHECK = 1.5
/** Addresses read at one cursor position; the network moves on in between. */
const CHUNK = 64

/**
 * Compares the custody of a network with the balances of its addresses at a recorded block. The server keeps running:
 * a difference is an amount that no ledger transaction explains, at whatever block it is measured.
 *
 * @throws Error where the balances cannot be read; OperatorError or CallsReservedForBlocks where too few calls are left
 */
export async function checkCustody(store: Store, chain: Chain, signal: AbortSignal): Promise<CustodyReading> {
  const { environment, network, sender } = chain
  const id = { environment, network }
  const used = await store.read(
    async (tx) =>
      (await tx.addresses.findTakenIndexes(id)).highest - (await tx.recoveries.countSkipped(id)).count,
  )
  requireCalls(chain, Math.ceil(used * CALLS_OF_A_CHECK))
  const survey = new Survey(store, chain, signal)
  const wallets = await store.read(async (tx) => new Set(await tx.custody.listWallets(id)))
  if (sender) wallets.add(sender.wallet)
  const differences: Difference[] = []
  for (const wallet of wallets) differences.push(await survey.wallet(wallet))
  const control = chain.deriveAddress(0)
  let after = 0
  for (let addresses = [control]; addresses.length > 0; ) {
    differences.push(...(await survey.addresses(addresses)))
    const next = await store.read((tx) => tx.addresses.listUsed(id, after, CHUNK))
    after = next.at(-1)?.index ?? after
    addresses = next.map(({ address }) => address)
  }
  for (let last = '', isFull = true; isFull; ) {
    const found = await store.read((tx) => tx.transfers.listForeignReceivers(id, last, CHUNK))
    differences.push(
      ...(await survey.addresses(found.filter((each) => each !== control && !wallets.has(each)))),
    )
    isFull = found.length === CHUNK
    last = found.at(-1) ?? last
  }
  return store.read((tx) => verifyCustody(tx, id, differences))
}

/** Reads the balances of addresses. */
class Survey {
  private readonly ring = new BlockRingCache()
  /** Exact units in 1e-8 USDT. */
  private readonly scale: bigint

  constructor(
    private readonly store: Store,
    private readonly chain: Chain,
    private readonly signal: AbortSignal,
  ) {
    this.scale = exactScale(chain.network)
  }

  async wallet(address: string): Promise<Difference> {
    const { state, found } = await this.at(async (tx, position) =>
      readWallet(tx, this.chain, address, position, await listSigned(tx, this.chain)),
    )
    let { recorded } = found
    for (const { amount, signed } of found.open) {
      if (!this.chain.sender)
        throw new Error(`${signed.payment.txHash} is in flight, and no signer key is configured to track it`)
      const fate = await this.chain.sender.track(signed, state, this.signal)
      const hasLeft = 'confirmations' in fate && fate.confirmations > 0 && fate.kind !== 'reverted'
      if (hasLeft) recorded -= (fate.kind === 'contradicted' ? (fate.moved ?? amount) : amount) * this.scale
    }
    const balance = await this.chain.balanceAt(address, state.cursor, this.signal, true)
    return { address, balance, unknown: balance - recorded, accepted: ZERO, isWallet: true }
  }

  async addresses(addresses: readonly string[]): Promise<Difference[]> {
    const { state, found } = await this.at((tx, position) =>
      readHoldings(tx, this.chain, addresses, position),
    )
    const differences: Difference[] = []
    const queue = found.values()
    const work = async () => {
      for (const { address, recorded, accepted } of queue) {
        const balance = await this.chain.balanceAt(address, state.cursor, this.signal, true)
        differences.push({ address, balance, unknown: balance - recorded, accepted, isWallet: false })
      }
    }
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, found.length) }, work))
    return differences
  }

  /** Reads the ledger at one cursor position. */
  private at<Found>(
    read: (tx: Tx, state: ScanState) => Promise<Found>,
  ): Promise<{ state: ScanState; found: Found }> {
    return this.store.read(async (tx) => {
      const { environment, network } = this.chain
      const state = await readPosition(tx, { environment, network }, this.ring)
      if (!state) throw new Error(`${environment}/${network} was never followed`)
      return { state, found: await read(tx, state) }
    })
  }
}
