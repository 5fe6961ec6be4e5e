/** TRC20 on the TRON development node of this repository, with a token that has the irregularities of USDT. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { TronWeb } from 'tronweb'
import type { DemoNetwork } from './network.js'
import { HOT_WALLET_USDT, PAYER_KEY, readUnits, SUPPLY_UNITS } from './token.js'

/** From the public test phrase "abandon … about". The accounts of the node come from another phrase. */
const XPUB =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd'
const CHAIN_ID = 3_448_148_188
/** Distance from the head to the newest block that cannot be replaced. */
const SOLID_LAG = 18
/** Blocks are 3 s apart in the time of the chain. It starts far enough in the past that it never overtakes the clock. */
const HISTORY_MS = 600_000
const FEE_LIMIT_SUN = 15_000_000_000
const FEE_MONEY_SUN = 1_000_000_000

interface Artifact {
  readonly abi: never[] // tronweb declares a wider type than it reads
  readonly bytecode: string
}

/** Starts a node, deploys the token and fills the hot wallet. */
export async function startTrc20(folder: string): Promise<DemoNetwork> {
  const node = await startTronDevnode({
    chainId: CHAIN_ID,
    solidLag: SOLID_LAG,
    genesisTime: Date.now() - HISTORY_MS,
  })
  const mine = (blocks: number) => node.control('mine', { blocks })
  const payer = new TronWeb({ fullHost: node.url, privateKey: PAYER_KEY.TRC20 })
  const token = await deploy(node, payer)
  const send = async (to: string, units: bigint) => {
    const parameters = [
      { type: 'address', value: to },
      { type: 'uint256', value: `${units}` },
    ]
    const { transaction } = await payer.transactionBuilder.triggerSmartContract(
      token,
      'transfer(address,uint256)',
      { feeLimit: FEE_LIMIT_SUN },
      parameters,
    )
    const sent = await payer.trx.sendRawTransaction(await payer.trx.sign(transaction))
    if (sent.result !== true) throw new Error(`the node refused the transfer: ${JSON.stringify(sent)}`)
    await mine(1)
  }

  const hotKey = randomBytes(32).toString('hex')
  const hotWallet = payer.address.fromPrivateKey(hotKey)
  if (hotWallet === false) throw new Error('32 random bytes are no key')
  const keyFile = join(folder, 'trc20.key')
  await writeFile(keyFile, hotKey, { mode: 0o600 })
  await node.control('faucet', { address: payer.address.toHex(hotWallet), sun: FEE_MONEY_SUN })
  await mine(1)
  await send(hotWallet, HOT_WALLET_USDT)
  await mine(SOLID_LAG)

  return {
    network: 'TRC20',
    title: `TRC20 on the development node, token ${token}`,
    settings: {
      MERCHANTPAY_TEST_TRC20: 'rpc',
      MERCHANTPAY_TEST_TRC20_NODE_1_URL: node.url,
      MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${CHAIN_ID}`,
      MERCHANTPAY_TEST_TRC20_TOKEN: token,
      MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
      MERCHANTPAY_TEST_TRC20_SIGNER_KEY_FILE: keyFile,
    },
    destination: TronWeb.createRandom().address,
    left: '13.25',
    pay: ({ payment_address, order_amount }) => send(payment_address, readUnits(order_amount)),
    async confirm() {
      await mine(SOLID_LAG)
    },
    stop: () => node.close(),
  }
}

/** @returns the token's address */
async function deploy(node: TronDevnode, payer: TronWeb): Promise<string> {
  const { abi, bytecode } = createRequire(import.meta.url)(
    '@merchantpay/tron-devnode/artifacts/TetherTrc20.json',
  ) as Artifact
  const transaction = await payer.transactionBuilder.createSmartContract({
    abi,
    bytecode,
    parameters: [`${SUPPLY_UNITS}`],
    feeLimit: FEE_LIMIT_SUN,
    name: 'TetherTrc20',
  })
  const sent = await payer.trx.sendRawTransaction(await payer.trx.sign(transaction))
  if (sent.result !== true) throw new Error(`the node refused the token: ${JSON.stringify(sent)}`)
  await node.control('mine', { blocks: 1 })
  return payer.address.fromHex(transaction.contract_address)
}
