import { TronWeb } from 'tronweb'
import type { TronPayouts } from '../withdrawals/payout-tron.js'
import type { NodeSide } from './node-side.js'

const FLAGGED_KEY = 'f1a99ed0'.repeat(8)
const FLAGGED_TOKENS = 10n ** 13n
const FLAGGED_SUN = 10 ** 12
const FEE_LIMIT = 1_000_000_000
/** Blocks above the solidified block. */
const MAX_DEPTH = 2

interface Head {
  readonly number: number
  readonly timestamp: number
}

/** Payers with two accounts, and control over the blocks of the development node. */
export async function tronSide({ node, token, transfers }: TronPayouts): Promise<NodeSide> {
  const bank = new TronWeb({ fullHost: node.url, privateKey: node.bank.privateKey })
  const flagged = new TronWeb({ fullHost: node.url, privateKey: FLAGGED_KEY })
  const address = flagged.defaultAddress.base58 || ''
  let head: Head = { number: 0, timestamp: 0 }
  const side: NodeSide = {
    flagged: address,
    transfers,
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
      const depth = 1 + random(MAX_DEPTH)
      // As many blocks as before: the node's blocks are three seconds apart, and its time would run ahead of ours.
      head = await node.control<Head>('reorg', { depth, blocks: depth, delay: random(2) })
    },
  }
  await node.control('faucet', { address: TronWeb.address.toHex(address), sun: FLAGGED_SUN })
  await side.send(address, FLAGGED_TOKENS, false)
  await side.mine()
  return side
}
