import { readVectors } from '../domain/vectors.js'
import { ANVIL_CHAIN_ID, type Anvil, startAnvil } from './anvil.js'
import { AnvilToken } from './anvil-token.js'

/** Start of a harness's clock. */
const HARNESS_START = Date.UTC(2026, 0, 1)
const wallets = readVectors<{ name: string; account_xpub: string }>('addresses.json')

/** Returns the xpub of an account of the vectors. */
export const xpubOf = (name: string): string =>
  wallets.find((wallet) => wallet.name === name)?.account_xpub ?? ''

/** An Ethereum node with the token, and the settings of a server that follows it. */
export interface ServedNetwork {
  readonly anvil: Anvil
  readonly token: AnvilToken
  readonly env: Readonly<Record<string, string>>
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
