import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { signWebhook } from '@merchantpay/webhook-verify'
import { Interface, keccak256, recoverAddress, Transaction } from 'ethers'
import { TronWeb } from 'tronweb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../app.js'
import { addressOf, localKey } from '../key.js'

const SECRET = 'secret of the signer'
const SECRET_KEY = Buffer.from('5ca1ab1e'.repeat(8), 'hex')
const NOW = 1_700_000_000_000
const TOKENS = {
  ERC20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const
const CHAINS = { ERC20: 1, TRC20: 728126428 } as const
const DESTINATIONS = {
  ERC20: '0x52908400098527886E0F7030069857D2E4169EE7',
  TRC20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
} as const
const key = localKey(SECRET_KEY)
const publicKey = await key.publicKey()
type Network = keyof typeof TOKENS
const walletOf = (network: Network) => addressOf(network, publicKey)
const transfer = new Interface(['function transfer(address to, uint256 value)'])

/** Changes of the transaction that is sent with a request. */
interface Changes {
  readonly to?: string
  readonly units?: bigint
  readonly token?: string
  readonly chainId?: number
  readonly maxFee?: bigint
  readonly value?: bigint
  readonly data?: string
}

function ethereum(changes: Changes = {}): string {
  const { to = DESTINATIONS.ERC20, units = 25_000_000n, token = TOKENS.ERC20, chainId = 1 } = changes
  const { maxFee = 30n * 10n ** 9n, value = 0n } = changes
  const { data = transfer.encodeFunctionData('transfer', [to, units]) } = changes
  const fees = { gasLimit: 80_000n, maxFeePerGas: maxFee, maxPriorityFeePerGas: 10n ** 9n }
  return Transaction.from({ type: 2, nonce: 7, chainId, to: token, data, value, ...fees }).unsignedSerialized
}

async function tron({
  to = DESTINATIONS.TRC20,
  units = 25_000_000n,
  value = 0n,
}: Changes = {}): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: 'http://node.invalid' })
  const blockHeader = {
    ...{ ref_block_bytes: '0102', ref_block_hash: '0011223344556677' },
    ...{ expiration: NOW + 600_000, timestamp: NOW },
  }
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    TronWeb.address.toHex(TOKENS.TRC20),
    'transfer(address,uint256)',
    { txLocal: true, feeLimit: 15_000_000, callValue: Number(value), blockHeader },
    [
      { type: 'address', value: TronWeb.address.toHex(to) },
      { type: 'uint256', value: units.toString() },
    ],
    TronWeb.address.toHex(walletOf('TRC20')),
  )
  return `0x${transaction.raw_data_hex}`
}

const requestOf = (network: Network, transaction: string) => ({
  ...{ purpose: 'withdrawal', withdrawal_id: 'wd-1', environment: 'live', network },
  ...{ chain_id: CHAINS[network], token: TOKENS[network], wallet: walletOf(network) },
  ...{ destination: DESTINATIONS[network], amount: '25.00', transaction },
})

async function start(network: Network) {
  const lines: string[] = []
  const rules = {
    ...{ network, chainId: CHAINS[network], token: TOKENS[network], wallet: walletOf(network) },
    ...{ maxUnits: 1_000_000_000n, maxCost: 10n ** 16n },
  }
  const server = createApp({ key, rules, secret: SECRET, clock: () => NOW, log: (line) => lines.push(line) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  const ask = async (question: object, { secret = SECRET, at = NOW } = {}) => {
    const body = JSON.stringify(question)
    const signature = signWebhook({ body, secrets: Buffer.from(secret), timestamp: at / 1_000 })
    const headers = { 'X-Merchant-Signature': signature }
    const response = await fetch(`http://127.0.0.1:${port}/sign`, { method: 'POST', body, headers })
    const answer = (await response.json()) as { signature?: string; error?: string }
    return { status: response.status, ...answer }
  }
  return { ask, lines }
}

describe('the signer', () => {
  it('signs the transaction that the request names', async () => {
    const { ask, lines } = await start('ERC20')
    const transaction = ethereum()
    const { status, signature = '' } = await ask(requestOf('ERC20', transaction))
    expect(status).toBe(200)
    expect(recoverAddress(keccak256(transaction), signature)).toBe(walletOf('ERC20'))
    expect(lines).toEqual([`signed: withdrawal wd-1, 25000000 units to ${DESTINATIONS.ERC20}`])
  })

  it('signs on TRON, where the hash is another', async () => {
    const { ask } = await start('TRC20')
    const transaction = await tron()
    const { status, signature = '' } = await ask(requestOf('TRC20', transaction))
    expect(status).toBe(200)
    const hash = createHash('sha256').update(transaction.slice(2), 'hex').digest('hex')
    expect(recoverAddress(`0x${hash}`, signature)).toBe(walletOf('ERC20'))
  })

  it('signs a void, which sends nothing to the wallet itself', async () => {
    const { ask } = await start('ERC20')
    const wallet = walletOf('ERC20')
    const nothing = { purpose: 'void', destination: wallet, amount: '0.00' }
    const transaction = ethereum({ token: wallet, data: '0x' })
    expect(await ask({ ...requestOf('ERC20', transaction), ...nothing })).toMatchObject({ status: 200 })
    const rich = ethereum({ token: wallet, data: '0x', value: 1n })
    expect(await ask({ ...requestOf('ERC20', rich), ...nothing })).toMatchObject({ status: 403 })
  })

  it.each<[string, Changes]>([
    ['another destination', { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    ['another amount', { units: 26_000_000n }],
    ['another token', { token: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    ['another chain', { chainId: 56 }],
    ['coins', { value: 1n }],
    ['another call', { data: '0x095ea7b3' }],
  ])('refuses a transaction with %s', async (_what, changes) => {
    const { ask, lines } = await start('ERC20')
    const refused = await ask(requestOf('ERC20', ethereum(changes)))
    expect(refused).toEqual({ status: 403, error: 'the transaction is not what the request says' })
    expect(lines).toEqual(['refused: the transaction is not what the request says'])
  })

  it.each<[string, Changes]>([
    ['another destination', { to: TOKENS.TRC20 }],
    ['another amount', { units: 26_000_000n }],
    ['coins', { value: 1n }],
  ])('refuses a transaction on TRON with %s', async (_what, changes) => {
    const { ask } = await start('TRC20')
    expect(await ask(requestOf('TRC20', await tron(changes)))).toMatchObject({ status: 403 })
  })

  it('has rules that a request cannot change', async () => {
    const { ask } = await start('ERC20')
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const big = ethereum({ units: 1_000_000_001n })
    const asked = [
      { ...requestOf('ERC20', ethereum({ token: other })), token: other },
      { ...requestOf('ERC20', ethereum({ chainId: 56 })), chain_id: 56 },
      { ...requestOf('ERC20', big), amount: '1000.000001' },
      requestOf('ERC20', ethereum({ maxFee: 10n ** 12n })),
    ]
    const answers = []
    for (const request of asked) answers.push((await ask(request)).error)
    expect(answers).toEqual([
      `token is ${other}, not ${TOKENS.ERC20}`,
      'chainId is 56, not 1',
      'the amount is above the limit of this signer',
      'the fee is above the limit of this signer',
    ])
  })

  it('signs only for the server, and refuses what it cannot read', async () => {
    const { ask } = await start('ERC20')
    const request = requestOf('ERC20', ethereum())
    expect(await ask(request, { secret: 'another secret, not ours' })).toMatchObject({ status: 401 })
    expect(await ask(request, { at: NOW - 3_600_000 })).toMatchObject({ status: 401 })
    for (const changes of [
      { transaction: '0x00' },
      { transaction: 'ab' },
      { amount: '1e3' },
      { purpose: 'gift' },
    ])
      expect(await ask({ ...request, ...changes })).toMatchObject({ status: 403 })
    expect(await ask({ ...request, destination: 'nowhere' })).toMatchObject({ status: 403 })
    expect(await ask({ hash: keccak256(request.transaction) })).toMatchObject({ status: 403 })
    expect(await ask(Array.from({ length: 9_999 }, () => 'x'))).toMatchObject({ status: 403 })
  })
})
