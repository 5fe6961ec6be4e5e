import { SELECTORS } from '../../../src/chain/token/token-abi.js'
import type { EthereumPayouts } from '../withdrawals/payout-ethereum.js'
import type { NodeSide } from './node-side.js'
import type { Random } from './sites.js'

const GAS = '0x30d40'
const MAX_DEPTH = 5
const FLAGGED_TOKENS = 10n ** 13n

/** Payers with the accounts of anvil, and control over its blocks. */
export async function ethereumSide({ anvil, token, transfers }: EthereumPayouts): Promise<NodeSide> {
  const [payer = '', flagged = ''] = token.accounts
  const padded = (hex: string) => hex.padStart(64, '0')
  let queue: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  /**
   * Raw transactions by hash that a branch may lose, also from the pool. The wallet broadcasts them again until they
   * are deep enough.
   */
  const known = new Map<string, string>()
  /** A lost transaction keeps its nonce, which the node would otherwise assign again. */
  const nonces = new Map<string, number>()

  async function nextNonce(from: string): Promise<number> {
    const nonce = nonces.get(from) ?? Number(await anvil.call('eth_getTransactionCount', [from, 'pending']))
    nonces.set(from, nonce + 1)
    return nonce
  }

  const remember = async (hash: string): Promise<string> => {
    const raw = await anvil.call('eth_getRawTransactionByHash', [hash])
    if (typeof raw !== 'string') throw new Error(`the node does not know ${hash}`)
    known.set(hash, raw)
    return raw
  }

  async function resendLost(): Promise<void> {
    const head = await anvil.headNumber()
    for (const [hash, raw] of known) {
      const receipt = await anvil.call('eth_getTransactionReceipt', [hash])
      if (receipt === null) await resend(raw)
      else if (head - Number((receipt as { blockNumber: string }).blockNumber) > MAX_DEPTH) known.delete(hash)
    }
  }

  async function mine(): Promise<void> {
    const { timestamp } = (await anvil.call('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string
    }
    const at = Math.max(Number(timestamp) + 1, Math.floor(Date.now() / 1_000))
    await anvil.call('evm_mine', [{ timestamp: at }])
    await resendLost()
  }

  async function reorganise(random: Random): Promise<void> {
    const depth = 1 + random(MAX_DEPTH)
    const later = random(3)
    const head = await anvil.headNumber()
    const again: [string, number][] = []
    const after: string[] = []
    for (let at = 0; at < depth; at += 1) {
      const number = `0x${(head - depth + 1 + at).toString(16)}`
      const block = await anvil.call('eth_getBlockByNumber', [number, false])
      for (const hash of (block as { transactions: string[] }).transactions) {
        const raw = await remember(hash)
        // All transactions move equally far, so that those of one account keep their order.
        if (at + later < depth) again.push([raw, at + later])
        else after.push(raw)
      }
    }
    await anvil.call('anvil_reorg', [depth, again])
    for (const raw of after) await resend(raw)
  }

  /** Ignores transactions that the server has already broadcast again. */
  async function resend(raw: string): Promise<void> {
    try {
      await anvil.call('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (!/already (known|imported)/.test(`${error}`)) throw error
    }
  }

  const side: NodeSide = {
    flagged,
    transfers,
    async send(to, value, isFlagged) {
      const data = `0x${SELECTORS.transfer}${padded(to.slice(2).toLowerCase())}${padded(value.toString(16))}`
      const from = isFlagged ? flagged : payer
      await inTurn(async () => {
        const nonce = `0x${(await nextNonce(from)).toString(16)}`
        const sent = { from, to: token.address, data, gas: GAS, nonce }
        await remember(String(await anvil.call('eth_sendTransaction', [sent])))
      })
    },

    mine: () => inTurn(mine),
    reorganise: (random) => inTurn(() => reorganise(random)),
  }
  await side.send(flagged, FLAGGED_TOKENS, false)
  await side.mine()
  return side
}
