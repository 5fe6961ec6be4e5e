import { readVectors } from '../domain/vectors.js'
import { ANVIL_CHAIN_ID, type Anvil, startAnvil } from './anvil.js'
import { AnvilToken } from './anvil-token.js'

/** Start of a harness's clock. */
const HARNESS_START = Date.UTC(2026, 0, 1)
const wallets = readVectors<{ name: string; account_xpub: string }>('addresses.json')

/** Returns the xpub of an account of the vectors. */
export const xpubOf = (name: string): string =>
  wallets.find((wallet) => wallet.name === name)?.account_xpub ?? ''

/** A node with the token, and the settings of a server that follows it. */
export interface ServedNetwork {
  readonly anvil: Anvil
  readonly token: AnvilToken
  readonly env: Readonly<Record<string, string>>
}

/** Mints tokens of the test contract: mint(address,uint256) */
const MINT = '40c10f19'
const SUPPLY = 10n ** 27n

/** BNB Smart Chain with a token of 18 decimals, which has none of the functions of USDT on Ethereum. */
export async function serveBnbChain(startAt = HARNESS_START): Promise<ServedNetwork> {
  const chainId = 56
  const anvil = await startAnvil({ startAt, epochSlots: 1, flags: ['--chain-id', `${chainId}`] })
  const token = await AnvilToken.deploy(anvil, 'FakeUsdt', 18n)
  await token.send(MINT, [token.owner, SUPPLY])
  await anvil.mine(10, 1)
  const env = {
    MERCHANTPAY_TEST_BEP20: 'rpc',
    MERCHANTPAY_TEST_BEP20_NODE_1_URL: anvil.url,
    MERCHANTPAY_TEST_BEP20_CHAIN_ID: `${chainId}`,
    MERCHANTPAY_TEST_BEP20_TOKEN: token.address,
    MERCHANTPAY_TEST_BEP20_XPUB: xpubOf("abandon m/44'/60'/0'"),
  }
  return { anvil, token, env }
}

/** @param startAt time of the first block; servers that have the clock of the machine need its time */
export async function serveNetwork(startAt = HARNESS_START): Promise<ServedNetwork> {
  const anvil = await startAnvil({ startAt })
  const token = await AnvilToken.deploy(anvil)
  const env = {
    MERCHANTPAY_TEST_ERC20: 'rpc',
    MERCHANTPAY_TEST_TRC20: 'off',
    MERCHANTPAY_TEST_ERC20_NODE_1_URL: anvil.url,
    MERCHANTPAY_TEST_ERC20_CHAIN_ID: `${ANVIL_CHAIN_ID}`,
    MERCHANTPAY_TEST_ERC20_TOKEN: token.address,
    MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("abandon m/44'/60'/0'"),
    MERCHANTPAY_TEST_ERC20_CONFIRMATIONS: '3',
  }
  return { anvil, token, env }
}
