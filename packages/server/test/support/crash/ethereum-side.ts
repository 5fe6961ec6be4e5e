import { spellAddress } from '../../../src/chain/address-book.js'
import { SELECTORS, TOPICS } from '../../../src/chain/networks.js'
import type { EthereumPayouts } from '../payout-ethereum.js'
import type { NodeSide } from './node-chains.js'
import type { Random } from './sites.js'

const GAS = '0x30d40'
const MOST_DEPTH = 5
const FLAGGED_TOKENS = 10n ** 13n

interface Log {
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly blockNumber: string
}

/** The accounts of anvil as payers, and its blocks. */
export async function ethereumSide({ anvil, token }: EthereumPayouts): Promise<NodeSide> {
  const [payer = '', flagged = ''] = token.accounts
  const word = (hex: string) => hex.padStart(64, '0')
  let turn: Promise<unknown> = Promise.resolve()
  /** What a branch leaves out holds its account's number until it is handed over again: nobody else may take it. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
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
        const raw = (await anvil.call('eth_getRawTransactionByHash', [hash])) as string
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
    async send(to, value, isFlagged) {
      const data = `0x${SELECTORS.transfer}${word(to.slice(2).toLowerCase())}${word(value.toString(16))}`
      const from = isFlagged ? flagged : payer
      await inTurn(() => anvil.call('eth_sendTransaction', [{ from, to: token.address, data, gas: GAS }]))
    },

    async mine() {
      const { timestamp } = (await anvil.call('eth_getBlockByNumber', ['latest', false])) as {
        timestamp: string
      }
      const at = Math.max(Number(timestamp) + 1, Math.floor(Date.now() / 1_000))
      await anvil.call('evm_mine', [{ timestamp: at }])
    },

    reorganise: (random) => inTurn(() => reorganise(random)),

    async transfers() {
      const filter = { fromBlock: '0x0', address: token.address, topics: [`0x${TOPICS.transfer}`] }
      const logs = (await anvil.call('eth_getLogs', [filter])) as Log[]
      return logs.map(({ topics, data, transactionHash, blockNumber }) => ({
        txHash: transactionHash,
        from: spell(topics[1]),
        to: spell(topics[2]),
        value: BigInt(data),
        blockNumber: Number(blockNumber),
      }))
    },
  }
  await side.send(flagged, FLAGGED_TOKENS, false)
  await side.mine()
  return side
}

const spell = (topic = ''): string => spellAddress('ERC20', Buffer.from(topic.slice(-40), 'hex'))
