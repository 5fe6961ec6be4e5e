/** ERC20 on anvil, an Ethereum node on this machine, with a token that has the irregularities of USDT. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ContractFactory, Interface, JsonRpcProvider, Wallet } from 'ethers'
import { ANVIL_CHAIN_ID, contractOf, startAnvil } from '../../packages/server/test/support/nodes/anvil.js'
import type { DemoNetwork } from './network.js'
import { HOT_WALLET_USDT, PAYER_KEY, readUnits, SUPPLY_UNITS } from './token.js'

/** From the public test phrase "abandon … about". The accounts of anvil come from another phrase. */
const XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
const CONFIRMATIONS = 12
const GAS_MONEY = '0xde0b6b3a7640000'

/** Starts a node, deploys the token and fills the hot wallet. */
export async function startErc20(folder: string): Promise<DemoNetwork> {
  const anvil = await startAnvil()
  const provider = new JsonRpcProvider(anvil.url, ANVIL_CHAIN_ID, { staticNetwork: true, cacheTimeout: -1 })
  const payer = new Wallet(PAYER_KEY.ERC20, provider)
  const { abi, bytecode } = contractOf('TetherErc20')
  const deployed = await new ContractFactory(new Interface(JSON.stringify(abi)), bytecode, payer).deploy(
    SUPPLY_UNITS,
  )
  const token = await deployed.getAddress()
  const send = async (to: string, units: bigint) => {
    const transaction = await deployed.getFunction('transfer').send(to, units)
    await transaction.wait()
  }

  const hotWallet = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const keyFile = join(folder, 'erc20.key')
  await writeFile(keyFile, hotWallet.privateKey.slice(2), { mode: 0o600 })
  await anvil.call('anvil_setBalance', [hotWallet.address, GAS_MONEY])
  await send(hotWallet.address, HOT_WALLET_USDT)

  return {
    network: 'ERC20',
    title: `ERC20 on anvil, token ${token}`,
    settings: {
      MERCHANTPAY_TEST_ERC20: 'rpc',
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: anvil.url,
      MERCHANTPAY_TEST_ERC20_CHAIN_ID: `${ANVIL_CHAIN_ID}`,
      MERCHANTPAY_TEST_ERC20_TOKEN: token,
      MERCHANTPAY_TEST_ERC20_XPUB: XPUB,
      MERCHANTPAY_TEST_ERC20_CONFIRMATIONS: `${CONFIRMATIONS}`,
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: keyFile,
    },
    destination: Wallet.createRandom().address,
    left: '10.75',
    pay: ({ payment_address, order_amount }) => send(payment_address, readUnits(order_amount)),
    confirm: () => anvil.mine(CONFIRMATIONS, 1),
    async stop() {
      provider.destroy()
      await anvil.stop()
    },
  }
}
