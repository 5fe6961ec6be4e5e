import { Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import type { RpcFault } from '../../../../../test-support/nodes/rpc-server.js'
import { openErc20Sender } from '../../../src/chain/erc20/erc20-sender.js'
import { readConstantCall } from '../../../src/chain/trc20/trc20-answers.js'
import { localKey } from '../../../src/chain/wallet/wallet-key.js'
import { usdt } from '../../../src/domain/shared/money.js'
import { CANNED_CHAIN_ID, CANNED_TOKEN } from '../../support/nodes/canned-chain.js'
import { type CannedNetwork, startNetwork } from '../../support/nodes/canned-ethereum.js'
import { HOT_KEY } from '../../support/withdrawals/payout-network.js'

const signal = new AbortController().signal
const GWEI = 1_000_000_000n
const CAPS = { perGas: 100n * GWEI, perWithdrawal: 10n ** 17n }
const hex = (value: bigint) => `0x${value.toString(16)}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const MISSING: RpcFault = {
  kind: 'error',
  code: -32_601,
  message: 'the method does not exist/is not available',
}
const [SUGGESTED, HISTORY, PRICE] = ['eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_gasPrice']

/** Answers about a wallet with coins and tokens, and about the prices of the network. */
const WALLET: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: '0x7',
  eth_getBalance: hex(10n ** 18n),
  eth_estimateGas: hex(60_000n),
  [HISTORY]: { reward: [[hex(GWEI)], [hex(2n * GWEI)]], baseFeePerGas: [] },
  [PRICE]: hex((7n * GWEI) / 2n),
  eth_sendRawTransaction: word(1n),
}

/** Nodes that can serve payouts, and a chain with a hot wallet on them. */
async function startPayouts({ count = 1, caps = CAPS, tip = GWEI / 2n, baseFee = 2n * GWEI } = {}) {
  const network = await startNetwork(count)
  const baseFeePerGas = hex(baseFee)
  const answer = (method: string, params: readonly unknown[]) => {
    if (method === SUGGESTED) return hex(tip)
    const known = WALLET[method]
    if (known !== undefined) return known
    const isBalance = method === 'eth_call' && JSON.stringify(params).includes('0x70a08231')
    if (isBalance) return word(10n ** 12n)
    const truth = network.truth.answer(method, params)
    return method === 'eth_getBlockByNumber' && truth ? { ...truth, baseFeePerGas } : truth
  }
  for (const node of network.nodes) node.become(answer)
  const chain = await network.open({
    sender: (nodes) =>
      openErc20Sender({
        ...{ network: 'ERC20', chainId: CANNED_CHAIN_ID, token: CANNED_TOKEN, key: localKey(HOT_KEY) },
        ...{ nodes, depth: 3, caps },
      }),
  })
  const last = network.truth.blocks[network.truth.head]
  const cursor = { number: network.truth.head, hash: last?.hash ?? '', timeAt: 0 }
  const slot = { nonce: 7, isForeignUseAccepted: false, pending: [], state: { cursor, ring: [] } }
  const intent = {
    purpose: 'withdrawal',
    withdrawalId: 'wd_1',
    to: `0x${'5'.repeat(40)}`,
    amount: usdt(100_000_000n),
  } as const
  const sign = async () => {
    const signed = await chain.sender?.prepare(intent, slot, signal)
    if (!signed || !('raw' in signed)) throw new Error(`not signed: ${JSON.stringify(signed)}`)
    return Transaction.from(signed.raw)
  }
  return { network, answer, chain, cursor, sign, prepare: () => chain.sender?.prepare(intent, slot, signal) }
}

const lack = ({ nodes }: CannedNetwork, ...methods: readonly string[]) => {
  for (const method of methods) nodes[0]?.fail({ method, fault: MISSING })
}

describe('the tip of a payout', () => {
  it.each([
    ['the suggestion of the node', [], GWEI / 2n],
    ['the history of fees', [SUGGESTED], (3n * GWEI) / 2n],
    ['the gas price', [SUGGESTED, HISTORY], (3n * GWEI) / 2n],
    ['a fixed one', [SUGGESTED, HISTORY, PRICE], GWEI],
  ])('is that of the first source that the node offers: %s', async (_, missing, tip) => {
    const { network, sign } = await startPayouts()
    lack(network, ...missing)
    expect((await sign()).maxPriorityFeePerGas).toBe(tip)
    expect((await sign()).maxPriorityFeePerGas).toBe(tip)
    for (const method of missing)
      expect(network.nodes[0]?.methods.filter((each) => each === method)).toHaveLength(1)
  })

  it('is known where a method is refused by a status, and the other calls of its batch are answered', async () => {
    const { network, sign } = await startPayouts()
    const fault = { kind: 'status', status: 403, body: 'This method is not available on your plan' } as const
    network.nodes[0]?.fail({ method: SUGGESTED, fault })
    expect((await sign()).maxPriorityFeePerGas).toBe((3n * GWEI) / 2n)
    const requests = network.nodes[0]?.refusals
    await sign()
    expect(network.nodes[0]?.refusals).toBe(requests)
  })
})

describe('the gas of a payout', () => {
  const estimates = async (answer: (data: string) => bigint) => {
    const started = await startPayouts()
    const [node] = started.network.nodes
    node?.become((method, params) =>
      method === 'eth_estimateGas'
        ? hex(answer(String((params[0] as { data: string }).data)))
        : started.answer(method, params),
    )
    return started
  }
  const toPayee = (data: string) => data.includes('5'.repeat(40))

  it('is a quarter above the estimate, also where that is larger than usual', async () => {
    const { sign } = await estimates((data) => (toPayee(data) ? 160_000n : 60_000n))
    expect((await sign()).gasLimit).toBe(200_000n)
  })

  it('suffices for a destination that holds nothing, which is measured once', async () => {
    const { network, sign } = await estimates((data) => (toPayee(data) ? 40_000n : 64_000n))
    for (let payouts = 0; payouts < 2; payouts += 1) expect((await sign()).gasLimit).toBe(80_000n)
    const asked = network.nodes[0]?.methods.filter((method) => method === 'eth_estimateGas')
    expect(asked).toHaveLength(3)
  })

  it('is bounded: a node that names more than any transfer needs is not believed', async () => {
    const { prepare } = await estimates(() => 1_000_001n)
    expect(await prepare()).toEqual({ notNow: 'network_fee' })
  })

  it('costs no more than a withdrawal may, whatever the price of gas', async () => {
    const { sign, prepare, network } = await startPayouts({
      caps: { ...CAPS, perWithdrawal: 450_000n * GWEI },
    })
    const { gasLimit, maxFeePerGas } = await sign()
    expect([gasLimit, maxFeePerGas]).toEqual([75_000n, 6n * GWEI])
    network.nodes[0]?.fail({ method: SUGGESTED, fault: MISSING })
    const tight = await startPayouts({ caps: { ...CAPS, perWithdrawal: 225_000n * GWEI } })
    expect(await tight.prepare()).toEqual({ notNow: 'network_fee' })
    expect(await prepare()).toHaveProperty('raw')
  })

  it('has a tip of 0.05 gwei at least, and room for 5 gwei', async () => {
    const { sign } = await startPayouts({ tip: 0n, baseFee: GWEI / 20n })
    const { maxFeePerGas, maxPriorityFeePerGas } = await sign()
    expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([5n * GWEI + GWEI / 20n, GWEI / 20n])
  })
})

describe('a node without an estimate', () => {
  it('tries the transfer out, and has room for any transfer', async () => {
    const { network, sign } = await startPayouts()
    lack(network, 'eth_estimateGas')
    expect((await sign()).gasLimit).toBe(312_500n)
  })

  it('signs nothing that would revert', async () => {
    const { network, prepare } = await startPayouts()
    lack(network, 'eth_estimateGas')
    // After the balance and three questions about the token; the transfer to a new holder comes second.
    const fault = { kind: 'error', code: 3, message: 'execution reverted' } as const
    network.nodes[0]?.fail({ method: 'eth_call', nth: 5, fault })
    expect(await prepare()).toEqual({ notNow: 'would_revert' })
  })
})

describe('a node that fails for payouts', () => {
  it.each([
    ['lacks a method', MISSING],
    ['answers nonsense', { kind: 'status', status: 500, body: 'oops' }],
    ['refuses', { kind: 'error', code: -32_000, message: 'unauthorized' }],
  ] as const)('is still followed: one that %s', async (_, fault) => {
    const { network, chain, cursor, prepare } = await startPayouts()
    network.nodes[0]?.fail({ method: 'eth_getTransactionCount', fault })
    await expect(prepare()).rejects.toThrow('no node is available')
    expect(await chain.blockAt?.(cursor.number, signal)).toMatchObject({ hash: cursor.hash })
    expect(chain.nodes?.().nodes).toEqual([expect.objectContaining({ isAble: true })])
  })

  it('is left for the next one, which signs', async () => {
    const { network, sign } = await startPayouts({ count: 2 })
    lack(network, 'eth_getTransactionCount')
    expect((await sign()).nonce).toBe(7)
  })

  it('that names a time is not asked for blocks meanwhile', async () => {
    const { network, chain, cursor, prepare } = await startPayouts()
    const body = '{"Error":"the query server is suspended for 5 s"}'
    network.nodes[0]?.fail({ method: 'eth_getBalance', fault: { kind: 'status', status: 429, body } })
    await expect(prepare()).rejects.toThrow('no node is available')
    await expect(chain.head(signal)).rejects.toThrow('no node is available')
    network.now += 6_000
    expect(await chain.blockAt?.(cursor.number, signal)).toMatchObject({ hash: cursor.hash })
  })
})

describe('a simulated transfer on TRON', () => {
  it('that fails an assertion of the token would revert', () => {
    const text =
      'class org.tron.core.vm.program.Program$IllegalOperationException : Invalid operation code: opCode[fe];'
    const message = Buffer.from(text).toString('hex')
    expect(readConstantCall({ result: { code: 'OTHER_ERROR', message } })).toEqual({ kind: 'reverted' })
    const other = Buffer.from('class java.lang.NullPointerException : null').toString('hex')
    expect(() => readConstantCall({ result: { code: 'OTHER_ERROR', message: other } })).toThrow('OTHER_ERROR')
  })
})
