import { createHash } from 'node:crypto'
import { startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { TronWeb } from 'tronweb'
import { TOPICS } from '../../../src/chain/token/token-abi.js'
import { openTrc20 } from '../../../src/chain/trc20/trc20.js'
import { openTrc20Sender } from '../../../src/chain/trc20/trc20-sender.js'
import { openTrc20Signer } from '../../../src/chain/trc20/trc20-signing.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import { localKey } from '../../../src/chain/wallet/wallet-key.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { TRC20 } from '../../../src/networks/trc20.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { contractOf } from '../nodes/anvil.js'
import { nodesAt } from '../nodes/node-access.js'
import { BOOK, OURS, XPUB } from '../nodes/tron.js'
import {
  HOT_KEY,
  HOT_UNITS,
  type PayoutNetwork,
  type StartOptions,
  type TokenTransfer,
} from './payout-network.js'

const CHAIN_ID = 3_448_148_188
const SOLID_LAG = 2
const FEE_LIMIT = 1_000_000_000
const RICH = 100_000_000_000n
const HOUR_MS = 3_600_000

export interface TronPayouts extends PayoutNetwork {
  readonly node: TronDevnode
  /** Address of the token's contract, in base58. */
  readonly token: string
  /** Energy of a simulated transfer. */
  trialEnergy(to: string, value: bigint): Promise<number>
  /** Fees of a transaction: sun, and units of energy. */
  chargedFor(txHash: string): Promise<{ fee: number; energyFee: number; energy: number; netFee: number }>
}

interface Info {
  readonly id: string
  readonly log?: readonly { address: string; topics: string[]; data: string }[]
}

/** Starts the development node of TRON with USDT: blocks are mined on command, and solidified two blocks later. */
export async function startTronPayouts({ startAt = Date.now() }: StartOptions = {}): Promise<TronPayouts> {
  const time = { at: startAt }
  const node = await startTronDevnode({ solidLag: SOLID_LAG, genesisTime: time.at - HOUR_MS })
  const bank = new TronWeb({ fullHost: node.url, privateKey: node.bank.privateKey })
  const post = async <Answer>(path: string, body: object): Promise<Answer> =>
    (await (
      await fetch(`${node.url}/${path}`, { method: 'POST', body: JSON.stringify(body) })
    ).json()) as Answer
  const head = async () =>
    (
      await post<{ block_header: { raw_data: { number: number; timestamp: number } } }>('wallet/getblock', {
        detail: false,
      })
    ).block_header.raw_data
  const mine = async (blocks = 1) => {
    await node.control('mine', { blocks })
    time.at = Math.max(time.at, (await head()).timestamp)
  }
  const token = await deploy(bank, mine)
  const address = encodeTron(token.slice(2))
  const { wallet, walletHex } = await openTrc20Signer(localKey(HOT_KEY), address)
  const clock = clockOf(() => time.at)
  let payees = 0

  async function call(web: TronWeb, selector: string, parameters: { type: string; value: unknown }[] = []) {
    const built = await web.transactionBuilder.triggerSmartContract(
      token,
      selector,
      { feeLimit: FEE_LIMIT },
      parameters,
    )
    const sent = await web.trx.sendRawTransaction(await web.trx.sign(built.transaction))
    if (sent.result !== true) throw new Error(`not sent: ${JSON.stringify(sent)}`)
    await mine()
  }
  const transfer = (web: TronWeb, to: string, value: bigint) =>
    call(web, 'transfer(address,uint256)', [
      { type: 'address', value: to },
      { type: 'uint256', value: value.toString() },
    ])
  const coins = async () =>
    BigInt((await post<{ balance?: number }>('wallet/getaccount', { address: walletHex })).balance ?? 0)

  const network: TronPayouts = {
    network: 'TRC20',
    url: node.url,
    node,
    token: address,
    clock,
    wallet,
    settings: (url, keyFile) => ({
      MERCHANTPAY_TEST_TRC20: 'rpc',
      MERCHANTPAY_TEST_TRC20_NODE_1_URL: url,
      MERCHANTPAY_TEST_TRC20_SIGNER_KEY_FILE: keyFile,
      MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${CHAIN_ID}`,
      MERCHANTPAY_TEST_TRC20_TOKEN: address,
      MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
      MERCHANTPAY_TEST_ERC20: 'off',
    }),
    controlAddress: OURS[0] ?? '',
    mine,

    open: ({
      fetch: call = fetch,
      urls = [node.url],
      maxFee = 50,
      key = HOT_KEY,
      signer = localKey(key),
      callsPerDay = 0,
    } = {}) =>
      openTrc20({
        ...{ environment: 'test', network: 'TRC20', chainId: CHAIN_ID, confirmations: 1 },
        nodes: nodesAt(urls, { callsPerDay }),
        ...{ book: BOOK, ours: new AddressFilter(), token: address },
        ...{ clock, monotonic: clock.now, fetch: call },
        sender: (nodes) =>
          openTrc20Sender({
            ...{ token: address, key: signer, nodes, depth: 1, feeLimitTrx: maxFee },
            monotonic: clock.now,
          }),
      }),

    async pass(ms) {
      await node.control('mine', { blocks: 1, time: time.at + ms })
      await mine(SOLID_LAG + 1)
    },
    finalise: () => mine(SOLID_LAG + 1),
    wait(ms) {
      time.at += ms
    },

    newPayee() {
      payees += 1
      return encodeTron(createHash('sha256').update(`payee ${payees}`).digest('hex').slice(0, 40))
    },

    async transfers() {
      const { number } = await head()
      const found = new Map<string, TokenTransfer>()
      for (let num = 1; num <= number; num += 1) {
        for (const transfer of transfersIn(
          await post<Info[]>('wallet/gettransactioninfobyblocknum', { num }),
          num,
        ))
          found.set(transfer.txHash, transfer)
      }
      return [...found.values()]
    },
    payouts: async () => (await network.transfers()).filter(({ from }) => from === wallet),

    setPaused: (isPaused) => call(bank, isPaused ? 'pause()' : 'unpause()'),
    setFee: (basisPoints) =>
      call(bank, 'setParams(uint256,uint256)', [
        { type: 'uint256', value: `${basisPoints}` },
        { type: 'uint256', value: '10' },
      ]),
    pay: (to, value) => transfer(bank, to, value),
    spendOutside: (to, value) =>
      transfer(new TronWeb({ fullHost: node.url, privateKey: HOT_KEY }), to, value),

    /** Raises the balance; the node cannot lower it. */
    async setCoins(amount) {
      const missing = amount - (await coins())
      if (missing > 0n) await node.control('faucet', { address: walletHex, sun: Number(missing) })
    },
    coins,

    async trialEnergy(to, value) {
      const words = [tronHex(to).slice(2), value.toString(16)].map((word) => word.padStart(64, '0'))
      const { energy_used } = await post<{ energy_used: number }>('wallet/triggerconstantcontract', {
        owner_address: walletHex,
        contract_address: token,
        function_selector: 'transfer(address,uint256)',
        parameter: words.join(''),
      })
      return energy_used
    },

    async chargedFor(txHash) {
      const { fee = 0, receipt } = await post<{ fee?: number; receipt: Record<string, number> }>(
        'wallet/gettransactioninfobyid',
        { value: txHash },
      )
      const { energy_fee: energyFee = 0, energy_usage_total: energy = 0, net_fee: netFee = 0 } = receipt
      return { fee, energyFee, energy, netFee }
    },

    stop: () => node.close(),
  }
  await network.setCoins(RICH)
  await mine()
  await transfer(bank, wallet, HOT_UNITS)
  await mine(SOLID_LAG + 3)
  return network
}

/** Reads one transfer per transaction: none of ours has more. */
const transfersIn = (infos: readonly Info[], blockNumber: number): TokenTransfer[] =>
  infos.flatMap(({ id, log = [] }) =>
    log
      .filter(({ topics }) => topics[0] === TOPICS.transfer)
      .map(({ topics, data }) => ({
        from: encodeTron(topics[1]?.slice(-40) ?? ''),
        to: encodeTron(topics[2]?.slice(-40) ?? ''),
        value: BigInt(`0x${data}`),
        txHash: id,
        blockNumber,
      })),
  )

const encodeTron = (hex: string): string => encodeAddress('TRC20', Buffer.from(hex, 'hex'))
const tronHex = (address: string): string =>
  `41${Buffer.from(TRC20.decodeAddress(address) ?? []).toString('hex')}`

async function deploy(web: TronWeb, mine: () => Promise<void>): Promise<string> {
  const { abi, bytecode } = contractOf('TetherTrc20') as { abi?: unknown; bytecode: string }
  const transaction = await web.transactionBuilder.createSmartContract({
    abi: abi as never,
    bytecode,
    parameters: [10n ** 16n],
    feeLimit: 15_000_000_000,
    name: 'TetherTrc20',
  })
  const sent = await web.trx.sendRawTransaction(await web.trx.sign(transaction))
  if (sent.result !== true) throw new Error(`not deployed: ${JSON.stringify(sent)}`)
  await mine()
  return transaction.contract_address
}
