import type { WatchedAddresses } from '../../domain/chain/chain.js'
import type { Sightings } from '../../domain/chain/scan-step.js'
import type { SeenTransfer } from '../../domain/chain/transfer.js'
import { readQuantity } from '../nodes/answer-shape.js'
import type { Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { mayConcernUs, readEvent, sightingsOf } from '../token/token-events.js'
import type { OurAddresses } from '../wallet/address-filter.js'
import { readHash } from './erc20-block.js'
import { refOf } from './erc20-fork.js'
import { type TokenFilter, type TokenLog, TRANSFER } from './erc20-logs.js'
import { encodeErc20Address, fetchReceiptsOf, readLog } from './erc20-receipt.js'

/** More signers than the transfers to us between the first and the second reading of a block. */
const KEPT_ORIGINS = 10_000

/** Finds the transfers of our addresses among the logs of the token. Its state may be lost without harm. */
export class TransferSightings {
  /** Signers by block and transaction, so that the second reading of a block asks for no receipt again. */
  private readonly origins = new Map<string, SeenTransfer['origin']>()

  constructor(private readonly options: { readonly filter: TokenFilter; readonly ours: OurAddresses }) {}

  /** Finds what the logs say about our addresses. @throws RpcError */
  async find(
    connection: Connection,
    logs: readonly TokenLog[],
    watched: WatchedAddresses,
  ): Promise<Sightings> {
    const { ours, filter } = this.options
    // Addresses leased before their payment are in the filter by now, whatever block the payment is in.
    await ours.topUp(watched)
    const blocks = new Map(logs.map(({ block }) => [block.number, refOf(block)]))
    const events = logs
      .filter((log) => mayTouchUs(ours, log))
      .flatMap(({ block, log }) => {
        const txHash = readHash(log.transactionHash, 'a log')
        const logIndex = readQuantity(log.logIndex, 'a log')
        return readEvent(readLog(log, { txHash, logIndex, blockNumber: block.number }), filter.rules) ?? []
      })
    const seen = await sightingsOf(
      events.filter((event) => mayConcernUs(event, ours)),
      {
        rules: filter.rules,
        watched,
        encodeAddress: encodeErc20Address,
        // The receipts are read later for all transfers together.
        async placeOf({ log: { blockNumber } }) {
          const block = blocks.get(blockNumber)
          if (!block) throw new Error(`no block ${blockNumber}`)
          return { block, origin: null }
        },
      },
    )
    return { ...seen, transfers: await this.withOrigins(connection, seen.transfers) }
  }

  /** Adds the signer of each transfer; the receipts come from the same node and must belong to the same blocks. */
  private async withOrigins(
    connection: Connection,
    transfers: readonly SeenTransfer[],
  ): Promise<SeenTransfer[]> {
    const unknown = transfers.filter((transfer) => !this.origins.has(placeOf(transfer)))
    const receipts = await fetchReceiptsOf(
      connection,
      unknown.map(({ txHash }) => txHash),
    )
    for (const transfer of unknown) {
      const receipt = receipts.get(transfer.txHash)
      if (receipt?.blockHash !== transfer.block.hash || !receipt.hasSucceeded) {
        throw new RpcError('broken', `the receipt of ${transfer.txHash} contradicts its log`)
      }
      this.origins.set(placeOf(transfer), receipt.from)
    }
    const found = transfers.map((each) => ({ ...each, origin: this.origins.get(placeOf(each)) ?? null }))
    const surplus = Math.max(0, this.origins.size - KEPT_ORIGINS)
    for (const place of [...this.origins.keys()].slice(0, surplus)) this.origins.delete(place)
    return found
  }
}

const placeOf = ({ block, txHash }: SeenTransfer): string => `${block.hash}/${txHash}`

/** Runs for every log, so it checks only the ends of the topics. */
export function mayTouchUs(
  ours: OurAddresses,
  { event, topics: [, from, to] }: Pick<TokenLog, 'event' | 'topics'>,
): boolean {
  return event !== TRANSFER || mayEndIn(ours, to) || mayEndIn(ours, from)
}

const mayEndIn = (ours: OurAddresses, topic: unknown): boolean =>
  typeof topic === 'string' && ours.mayBeOurs(topic)
