import { TronWeb } from 'tronweb'
import { TOPICS } from '../../../src/chain/networks.js'
import type { TronPayouts } from '../payout-tron.js'
import { spellTron } from '../tron.js'
import type { ChainTransfer, NodeSide } from './node-chains.js'

const FLAGGED_KEY = 'f1a99ed0'.repeat(8)
const FLAGGED_TOKENS = 10n ** 13n
const FLAGGED_SUN = 10 ** 12
const FEE_LIMIT = 1_000_000_000
/** Above the solidified block. */
const MOST_DEPTH = 2

interface Info {
  readonly id: string
  readonly log?: readonly { address: string; topics: string[]; data: string }[]
}

interface Head {
  readonly number: number
  readonly timestamp: number
}

/** Two accounts as payers, and the blocks of the development node. */
export async function tronSide({ node, token }: TronPayouts): Promise<NodeSide> {
  const bank = new TronWeb({ fullHost: node.url, privateKey: node.bank.privateKey })
  const flagged = new TronWeb({ fullHost: node.url, privateKey: FLAGGED_KEY })
  const address = flagged.defaultAddress.base58 || ''
  const tokenHex = TronWeb.address.toHex(token).slice(2)
  let head: Head = { number: 0, timestamp: 0 }
  /** Of blocks that no branch reaches any more. */
  const settled: ChainTransfer[] = []
  let settledUpTo = 0

  async function transfersIn(num: number): Promise<ChainTransfer[]> {
    const response = await fetch(`${node.url}/wallet/gettransactioninfobyblocknum`, {
      method: 'POST',
      body: JSON.stringify({ num }),
    })
    const infos = (await response.json()) as Info[]
    return infos.flatMap(({ id, log = [] }) =>
      log
        .filter((each) => each.address === tokenHex && each.topics[0] === TOPICS.transfer)
        .map(({ topics, data }) => ({
          txHash: id,
          from: spellTron(topics[1]?.slice(-40) ?? ''),
          to: spellTron(topics[2]?.slice(-40) ?? ''),
          value: BigInt(`0x${data}`),
          blockNumber: num,
        })),
    )
  }

  const side: NodeSide = {
    flagged: address,
    async send(to, value, isFlagged) {
      const web = isFlagged ? flagged : bank
      const { transaction } = await web.transactionBuilder.triggerSmartContract(
        token,
        'transfer(address,uint256)',
        { feeLimit: FEE_LIMIT },
        [
          { type: 'address', value: to },
          { type: 'uint256', value: `${value}` },
        ],
      )
      const sent = await web.trx.sendRawTransaction(await web.trx.sign(transaction))
      if (sent.result !== true) throw new Error(`not sent: ${JSON.stringify(sent)}`)
    },

    async mine() {
      head = await node.control<Head>('mine', { time: Math.max(Date.now(), head.timestamp + 1) })
    },

    async reorganise(random) {
      const depth = 1 + random(MOST_DEPTH)
      head = await node.control<Head>('reorg', { depth, delay: random(2) })
    },

    async transfers() {
      const { number } = head
      const newest: ChainTransfer[] = []
      for (let num = settledUpTo + 1; num <= number; num += 1) {
        const isSettled = num <= number - 2 * MOST_DEPTH
        ;(isSettled ? settled : newest).push(...(await transfersIn(num)))
        if (isSettled) settledUpTo = num
      }
      return [...settled, ...newest]
    },
  }
  await node.control('faucet', { address: TronWeb.address.toHex(address), sun: FLAGGED_SUN })
  await side.send(address, FLAGGED_TOKENS, false)
  await side.mine()
  return side
}
