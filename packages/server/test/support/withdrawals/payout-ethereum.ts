import { createHash } from 'node:crypto'
import { openErc20Sender } from '../../../src/chain/erc20/erc20-sender.js'
import { openErc20Signer } from '../../../src/chain/erc20/erc20-signing.js'
import { SELECTORS, TOPICS } from '../../../src/chain/token/token-abi.js'
import { localKey } from '../../../src/chain/wallet/wallet-key.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { ANVIL_CHAIN_ID, type Anvil, startAnvil } from '../nodes/anvil.js'
import { AnvilToken } from '../nodes/anvil-token.js'
import { OURS, openEthereum, XPUB } from '../nodes/ethereum.js'
import { HOT_KEY, HOT_UNITS, type PayoutNetwork, type StartOptions } from './payout-network.js'

const BLOCK_S = 12
const MS = 1_000
const DEPTH = 3
/** More than two epochs of anvil. */
const FINAL_BLOCKS = 70
const PAUSE = '8456cb59'
const UNPAUSE = '3f4ba83a'
const SET_PARAMS = 'c0324c77'
const MOST_FEE = 10n
const RICH = 10n ** 21n
const GWEI = 10n ** 9n

export interface EthereumPayouts extends PayoutNetwork {
  readonly anvil: Anvil
  readonly token: AnvilToken
}

/** Starts anvil with USDT. Transactions are mined at once, unless `areBlocksAwaited` is set. */
export async function startEthereumPayouts({
  startAt = Date.now(),
  areBlocksAwaited = false,
}: StartOptions = {}): Promise<EthereumPayouts> {
  const time = { at: startAt }
  const anvil = await startAnvil({ startAt: time.at })
  const token = await AnvilToken.deploy(anvil)
  const address = encodeAddress('ERC20', Buffer.from(token.address.slice(2), 'hex'))
  const { wallet } = await openErc20Signer(localKey(HOT_KEY), ANVIL_CHAIN_ID, address, 6)
  const clock = clockOf(() => time.at)
  let payees = 0

  const network: EthereumPayouts = {
    network: 'ERC20',
    url: anvil.url,
    anvil,
    token,
    clock,
    wallet,
    settings: (url, keyFile) => ({
      MERCHANTPAY_TEST_ERC20: 'rpc',
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: url,
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: keyFile,
      MERCHANTPAY_TEST_ERC20_CHAIN_ID: `${ANVIL_CHAIN_ID}`,
      MERCHANTPAY_TEST_ERC20_TOKEN: address,
      MERCHANTPAY_TEST_ERC20_XPUB: XPUB,
      MERCHANTPAY_TEST_ERC20_CONFIRMATIONS: `${DEPTH}`,
      MERCHANTPAY_TEST_TRC20: 'off',
    }),
    controlAddress: OURS[0] ?? '',

    open: ({ fetch, urls = [anvil.url], maxFee = 100, key = HOT_KEY, signer = localKey(key) } = {}) =>
      openEthereum({
        urls,
        token: address,
        chainId: ANVIL_CHAIN_ID,
        clock,
        monotonic: clock.now,
        fetch,
        sender: (nodes) =>
          openErc20Sender({
            ...{ network: 'ERC20', chainId: ANVIL_CHAIN_ID, token: address, key: signer },
            ...{ nodes, depth: DEPTH, caps: { perGas: BigInt(maxFee) * GWEI, perWithdrawal: RICH } },
          }),
      }),

    async mine(blocks = 1) {
      await anvil.mine(blocks, BLOCK_S)
      time.at += blocks * BLOCK_S * MS
    },
    pass: (ms) => network.mine(Math.ceil(ms / (BLOCK_S * MS)) + 1),
    finalise: () => network.mine(FINAL_BLOCKS),
    wait(ms) {
      time.at += ms
    },

    newPayee() {
      payees += 1
      return encodeAddress('ERC20', createHash('sha256').update(`payee ${payees}`).digest().subarray(0, 20))
    },

    async transfers() {
      const filter = { fromBlock: '0x0', address: token.address, topics: [`0x${TOPICS.transfer}`] }
      const logs = (await anvil.call('eth_getLogs', [filter])) as {
        topics: string[]
        data: string
        transactionHash: string
        blockNumber: string
      }[]
      return logs.map(({ topics, data, transactionHash, blockNumber }) => ({
        from: addressOfTopic(topics[1]),
        to: addressOfTopic(topics[2]),
        value: BigInt(data),
        txHash: transactionHash,
        blockNumber: Number(blockNumber),
      }))
    },
    payouts: async () => (await network.transfers()).filter(({ from }) => from === wallet),

    async setPaused(isPaused) {
      await token.send(isPaused ? PAUSE : UNPAUSE)
    },
    async setFee(basisPoints) {
      await token.send(SET_PARAMS, [basisPoints, MOST_FEE])
    },
    async pay(to, value) {
      await token.transfer(to, value)
    },
    async spendOutside(to, value) {
      await anvil.call('anvil_impersonateAccount', [wallet])
      await token.send(SELECTORS.transfer, [to, value], wallet)
      await anvil.call('anvil_stopImpersonatingAccount', [wallet])
    },
    async setCoins(amount) {
      await anvil.call('anvil_setBalance', [wallet, `0x${amount.toString(16)}`])
    },
    coins: async () => BigInt(String(await anvil.call('eth_getBalance', [wallet, 'latest']))),
    stop: () => anvil.stop(),
  }
  await network.setCoins(RICH)
  await token.transfer(wallet, HOT_UNITS)
  await network.mine(10)
  if (areBlocksAwaited) await anvil.call('evm_setAutomine', [false])
  return network
}

const addressOfTopic = (topic = ''): string => encodeAddress('ERC20', Buffer.from(topic.slice(-40), 'hex'))
