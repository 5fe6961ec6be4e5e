import { SELECTORS } from '../../../src/chain/networks.js'
import type { EthereumPayouts } from '../withdrawals/payout-ethereum.js'
import type { NodeSide } from './node-chains.js'
import type { Random } from './sites.js'

const GAS = '0x30d40'
const MOST_DEPTH = 5
const FLAGGED_TOKENS = 10n ** 13n

/** The accounts of anvil as payers, and its blocks. */
export async function ethereumSide({ anvil, token, transfers }: EthereumPayouts): Promise<NodeSide> {
  const [payer = '', flagged = ''] = token.accounts
  const word = (hex: string) => hex.padStart(64, '0')
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** By its hash, what a branch may lose, also from the pool: its wallet hands it over again until it stands deep enough. */
  const known = new Map<string, string>()
  /** What was lost keeps its number: the node would give it to the next one. */
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
      else if (head - Number((receipt as { blockNumber: string }).blockNumber) > MOST_DEPTH)
        known.delete(hash)
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
    const depth = 1 + random(MOST_DEPTH)
    const later = random(3)
    const head = await anvil.headNumber()
    const again: [string, number][] = []
    const after: string[] = []
    for (let at = 0; at < depth; at += 1) {
      const number = `0x${(head - depth + 1 + at).toString(16)}`
      const block = await anvil.call('eth_getBlockByNumber', [number, false])
      for (const hash of (block as { transactions: string[] }).transactions) {
        const raw = await remember(hash)
        // All go back as far, so that those of one account stay in turn.
        if (at + later < depth) again.push([raw, at + later])
        else after.push(raw)
      }
    }
    await anvil.call('anvil_reorg', [depth, again])
    for (const raw of after) await resend(raw)
  }

  /** The server may have been faster with what is its own. */
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
      const data = `0x${SELECTORS.transfer}${word(to.slice(2).toLowerCase())}${word(value.toString(16))}`
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
