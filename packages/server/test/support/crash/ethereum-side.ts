import { spellAddress } from '../../../src/chain/address-book.js'
import { SELECTORS, TOPICS } from '../../../src/chain/networks.js'
import type { EthereumPayouts } from '../payout-ethereum.js'
import type { NodeSide } from './node-chains.js'

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

  const side: NodeSide = {
    flagged,
    async send(to, value, isFlagged) {
      const data = `0x${SELECTORS.transfer}${word(to.slice(2).toLowerCase())}${word(value.toString(16))}`
      const from = isFlagged ? flagged : payer
      await anvil.call('eth_sendTransaction', [{ from, to: token.address, data, gas: GAS }])
    },

    async mine() {
      const { timestamp } = (await anvil.call('eth_getBlockByNumber', ['latest', false])) as {
        timestamp: string
      }
      const at = Math.max(Number(timestamp) + 1, Math.floor(Date.now() / 1_000))
      await anvil.call('evm_mine', [{ timestamp: at }])
    },

    async reorganise(random) {
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
      for (const raw of after) await anvil.call('eth_sendRawTransaction', [raw])
    },

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
