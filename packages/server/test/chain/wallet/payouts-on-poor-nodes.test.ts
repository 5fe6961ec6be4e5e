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
  [SUGGESTED]: hex(GWEI / 2n),
  [HISTORY]: { reward: [[hex(GWEI)], [hex(2n * GWEI)]], baseFeePerGas: [] },
  [PRICE]: hex((7n * GWEI) / 2n),
  eth_sendRawTransaction: word(1n),
}

/** Nodes that can serve payouts, and a chain with a hot wallet on them. */
async function startPayouts(count = 1) {
  const network = await startNetwork(count)
  const baseFeePerGas = hex(2n * GWEI)
  for (const node of network.nodes) {
    node.become((method, params) => {
      const answer = WALLET[method]
      if (answer !== undefined) return answer
      const isBalance = method === 'eth_call' && JSON.stringify(params).includes('0x70a08231')
      if (isBalance) return word(10n ** 12n)
      const truth = network.truth.answer(method, params)
      return method === 'eth_getBlockByNumber' && truth ? { ...truth, baseFeePerGas } : truth
    })
  }
  const chain = await network.open({
    sender: (nodes) =>
      openErc20Sender({
        ...{ network: 'ERC20', chainId: CANNED_CHAIN_ID, token: CANNED_TOKEN, key: localKey(HOT_KEY) },
        ...{ nodes, depth: 3, maxFeeGwei: 100 },
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
  return { network, chain, cursor, sign, prepare: () => chain.sender?.prepare(intent, slot, signal) }
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

describe('a node without an estimate', () => {
  it('tries the transfer out, and the most gas of a transfer is the limit', async () => {
    const { network, sign } = await startPayouts()
    lack(network, 'eth_estimateGas')
    expect((await sign()).gasLimit).toBe(150_000n)
  })

  it('signs nothing that would revert', async () => {
    const { network, prepare } = await startPayouts()
    lack(network, 'eth_estimateGas')
    // After the balance and three questions about the token.
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
    const { network, sign } = await startPayouts(2)
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
