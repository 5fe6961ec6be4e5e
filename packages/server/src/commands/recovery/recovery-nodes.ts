import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { NETWORKS } from '../../config/served-networks.js'
import type { Config } from '../../config/settings.js'
import type { Chain } from '../../domain/chain/chain.js'
import type { Sender, SentTransaction } from '../../domain/chain/sender.js'
import { listUnknownNonces, type OpenPoint } from '../../domain/recovery/open-points.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { hashOn } from '../../networks/spellings.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'

/** Returns the networks that nodes serve. */
export const nodeChainsOf = (config: Config): ChainId[] =>
  NETWORKS.filter(({ field }) => config[field] === 'rpc').map(({ environment, network }) => ({
    environment,
    network,
  }))

/**
 * Compares the transactions of each hot wallet that are numbered with those that are known, and records the numbers of
 * explained ones.
 *
 * @returns what is not known, or could not be compared
 */
export async function compareWalletNonces(store: Store): Promise<OpenPoint[]> {
  const points: OpenPoint[] = []
  for (const id of nodeChainsOf(readConfig())) {
    try {
      const chain = await openChain(readConfig(), id, systemClock)
      if (chain?.sender?.countTransactions) points.push(...(await compareNonces(store, chain, chain.sender)))
    } catch (error) {
      points.push({ ...id, message: error instanceof Error ? error.message : `${error}` })
    }
  }
  return points
}

async function compareNonces(store: Store, chain: Chain, sender: Sender): Promise<OpenPoint[]> {
  const { environment, network } = chain
  const id = { environment, network }
  const points: OpenPoint[] = []
  const { signal } = endOfMany()
  for (const { txHash, wallet } of await store.read((tx) => tx.explanations.listWithoutNonce(id))) {
    const sent = await sender.findTransaction?.(txHash, signal)
    if (!sent) points.push({ ...id, message: `the nodes do not know the explained transaction ${txHash}` })
    // A transaction of another wallet may have moved the tokens with an allowance.
    else if (sent.wallet === wallet)
      await store.write((tx) => tx.explanations.noteNonce({ ...id, txHash }, sent.nonce))
  }
  const count = (await sender.countTransactions?.(signal)) ?? 0
  const unknown = await store.read((tx) => listUnknownNonces(tx, { ...id, wallet: sender.wallet }, count))
  return [...points, ...unknown]
}

/** A transaction of a hot wallet, as the nodes of its network report it. */
export interface FoundTransaction {
  readonly id: ChainId
  readonly txHash: string
  readonly sent: SentTransaction
}

/** Asks the nodes of the networks with numbered transactions for one of the hot wallet. */
export async function findSent(name: string): Promise<FoundTransaction | undefined> {
  const config = readConfig()
  for (const id of nodeChainsOf(config)) {
    const chain = await openChain(config, id, systemClock)
    const txHash = hashOn(id.network, name)
    const sent = await chain?.sender?.findTransaction?.(txHash, endOfMany().signal)
    if (sent && sent.wallet === chain?.sender?.wallet) return { id, txHash, sent }
  }
  return undefined
}
