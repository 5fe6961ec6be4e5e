import { createSigner, formatAuthorization } from '@merchantpay/sdk/signing'
import { pino } from 'pino'
import { startServer } from '../../../src/app.js'
import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { Server } from '../../../src/compose/server.js'
import { readConfig } from '../../../src/config/config.js'
import type { Config } from '../../../src/config/settings.js'
import type { Context } from '../../../src/domain/context.js'
import { issueApiKey } from '../../../src/domain/merchants/api-keys.js'
import { changeMerchantStatus } from '../../../src/domain/merchants/merchants.js'
import { beginRecovery } from '../../../src/domain/recovery/recoveries.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { exactScale } from '../../../src/domain/shared/token-units.js'
import type { Environment, Network } from '../../../src/domain/shared/types.js'
import { createVault } from '../../../src/domain/shared/vault.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { systemIds } from '../../../src/runtime/ids.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'
import { amount, contextAt } from '../domain/context.js'
import { TestClock } from '../server/clock.js'

const MASTER_KEY = Buffer.alloc(32, 5)
const OPERATOR_TOKEN = 'o'.repeat(32)
const BLOCK_MS = 1_000
const MANDATE = { actor: 'operator', reason: 'a test' }
/** Another operator than the one who made the key of the merchant. */
export const APPROVER = { actor: 'approver', reason: 'a test' }

interface Keys {
  readonly keyId: string
  readonly secret: string
}

/** An answer of the API. */
export interface LiveAnswer {
  readonly status: number
  readonly json: { readonly [name: string]: unknown } & { readonly id: string }
}

/**
 * A server that serves the live environment on sandbox networks, which no setting allows, and an active merchant of it. Its
 * store is opened a second time, for what operators and payers do.
 */
export class LiveShop {
  private constructor(
    readonly server: Server,
    readonly clock: TestClock,
    readonly store: Store,
    readonly context: Context,
    private readonly chains: Readonly<Record<Network, SandboxChain>>,
    readonly merchantId: string,
    /** A live key with every right. */
    readonly keys: Keys,
  ) {}

  /** @param database empty @param env settings besides the defaults */
  static async open(
    database: DatabaseLocation,
    env: Readonly<Record<string, string>> = {},
  ): Promise<LiveShop> {
    const clock = new TestClock()
    const settings = {
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
      MERCHANTPAY_OPERATOR_TOKEN: OPERATOR_TOKEN,
      MERCHANTPAY_MASTER_KEY: MASTER_KEY.toString('base64'),
      MERCHANTPAY_SANDBOX_BLOCK_MS: `${BLOCK_MS}`,
      MERCHANTPAY_DATABASE_URL: database.engine === 'sqlite' ? `file:${database.file}` : database.url,
      ...env,
    }
    const onSandbox: object = { liveTrc20: 'sandbox', liveErc20: 'sandbox', liveBep20: 'sandbox' }
    const config: Config = { ...readConfig(settings), ...onSandbox }
    const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
    const server = await startServer({ config, log, clock, runWorkers: false, validateResponses: true })
    const silent = () => undefined
    const store = await openStore({ database, now: clock.real(), onCommit: silent, onDamage: silent })
    const plain = contextAt(clock)
    const ids = systemIds(clock)
    const open = (network: Network) =>
      openSandbox({ environment: 'live', network, store, clock, ids, blockMs: BLOCK_MS })
    const chains = {
      TRC20: await open('TRC20'),
      ERC20: await open('ERC20'),
      BEP20: await open('BEP20'),
    }
    const context = { ...plain, ids, vault: createVault(MASTER_KEY) }
    const body = { name: 'Shop', email: 'shop@example.com', platform_user_id: 'shop' }
    const { id } = (await send(server, 'POST', '/v1/merchants', { body })).json
    const { key, secret } = await store.write(async (tx) => {
      await changeMerchantStatus(tx, context, { id, status: 'ACTIVE' }, MANDATE)
      const wanted = { merchantId: id, environment: 'live', name: 'server', scopes: KEY_SCOPES } as const
      return issueApiKey(tx, context, wanted, MANDATE)
    })
    return new LiveShop(server, clock, store, context, chains, id, { keyId: key.keyId, secret })
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.store.close()
  }

  /** Sends a call that is signed with a key of the merchant, by default the live one. */
  call(method: string, target: string, body?: unknown, keys: Keys = this.keys): Promise<LiveAnswer> {
    return send(this.server, method, target, { body, keys })
  }

  /** Credits the live balance by a payment in the client app, less its fee. */
  async fund(sum: string): Promise<void> {
    const body = { amount_mode: 'FIXED', amount: sum, currency: 'USDT' }
    const { json } = await this.call('POST', '/v1/app/orders', body)
    const payment = { order_number: json.order_number, payer_reference: 'payer', settle: true }
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const paid = await send(this.server, 'POST', '/operator/v1/app-payments', { body: payment, headers })
    if (paid.status !== 201) throw new Error(`the payment answered ${paid.status}`)
  }

  withdraw(network: Network, address: string, sum = '10', fields: object = {}): Promise<LiveAnswer> {
    const body = { amount: sum, currency: 'USDT', network, destination_address: address, ...fields }
    return this.call('POST', '/v1/withdrawals', body)
  }

  list(network: Network, address: string): Promise<LiveAnswer> {
    return this.call('POST', '/v1/withdrawals/destinations', { label: 'Treasury', network, address })
  }

  async find(id: string): Promise<Withdrawal> {
    const found = await this.store.read((tx) => tx.withdrawals.find(id))
    if (!found) throw new Error(`there is no withdrawal ${id}`)
    return found
  }

  /** Opens an order of 20 USDT and pays it by a transfer of 20 USDT from each sender. @returns its id, once all are credited */
  async paidOrder(network: Network, senders: readonly string[], keys = this.keys): Promise<string> {
    const chain = this.chains[network]
    const body = { amount: '20', currency: 'USDT', network }
    const { json } = await this.call('POST', '/v1/orders', body, keys)
    const { number, timeAt } = await chain.head()
    const place = {
      environment: 'live',
      network,
      blockNumber: number + 1,
      blockTimeAt: timeAt + BLOCK_MS,
    } as const
    const to = String(json.payment_address)
    for (const from of senders)
      await this.write((tx, { ids }) =>
        tx.sandbox.insertTransfer({ ...place, txHash: ids.uuid(), from, to, value: amount('20') }),
      )
    await this.settle()
    return json.id
  }

  refund(orderId: string, address: string, sum?: string): Promise<LiveAnswer> {
    const body = { destination_address: address, ...(sum !== undefined && { amount: sum }) }
    return this.call('POST', `/v1/orders/${orderId}/refunds`, body)
  }

  /** Returns the status of a withdrawal and why it waits. */
  async state(id: string): Promise<string> {
    const { status, reviewReason } = await this.find(id)
    return reviewReason === null ? status : `${status} ${reviewReason}`
  }

  /** Returns the USDT at an address, 1e-8 USDT. */
  async received(network: Network, address: string): Promise<bigint> {
    const chain = this.chains[network]
    const to = chain.parseDestination(address) ?? address
    const exact = await chain.balanceAt(to, await chain.head(), AbortSignal.timeout(10_000))
    return exact / exactScale(network)
  }

  /** Begins a recovery of the database. */
  async recover(): Promise<void> {
    const about = { cause: 'mark', reason: 'a test', backupAt: null, chains: [], skip: 0 } as const
    await this.store.write((tx) => beginRecovery(tx, this.context, { ...about, actor: 'operator' }))
  }

  async finishRecovery(): Promise<void> {
    await this.store.write((tx) => tx.recoveries.finish(this.clock.now()))
  }

  write = <Result>(work: (tx: Tx, context: Context) => Promise<Result>): Promise<Result> =>
    this.store.write((tx) => work(tx, this.context))

  /** Returns a key of the merchant for an environment, made with the live one. */
  async newKeys(environment: Environment, keys = this.keys): Promise<Keys | undefined> {
    const { status, json } = await this.call('POST', '/v1/merchants/api-keys', { environment }, keys)
    return status === 201 ? { keyId: String(json.key_id), secret: String(json.secret) } : undefined
  }

  /** Mines the blocks in which a withdrawal that can be sent is completed, and lets every worker do what is due. */
  async settle(): Promise<void> {
    for (let block = 0; block < SETTLE_BLOCKS; block += 1) {
      this.clock.advance(BLOCK_MS)
      await this.work()
    }
  }

  /** Ticks every worker until none finds work. */
  async work(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let handled = 0
      for (const worker of this.server.workers) handled += await worker.tick(new AbortController().signal)
      await this.server.dispatcher.idle()
      if (handled === 0) return
    }
    throw new Error('the workers never come to rest')
  }
}

/** More than a withdrawal takes from its signature to its last confirmation. */
const SETTLE_BLOCKS = 6
const MOST_ROUNDS = 100

interface Sent {
  readonly body?: unknown
  readonly keys?: Keys
  readonly headers?: Readonly<Record<string, string>>
}

async function send(server: Server, method: string, target: string, sent: Sent): Promise<LiveAnswer> {
  const text = sent.body === undefined ? '' : JSON.stringify(sent.body)
  const headers = new Headers(text === '' ? {} : { 'content-type': 'application/json' })
  if (sent.keys) headers.set('authorization', await authorize(sent.keys, method, target, text))
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
  const answer = await fetch(server.url + target, { method, headers, ...(text !== '' && { body: text }) })
  return { status: answer.status, json: (await answer.json()) as LiveAnswer['json'] } // assertions check the members
}

async function authorize(keys: Keys, method: string, target: string, text: string): Promise<string> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const body = new TextEncoder().encode(text)
  const signature = await createSigner(keys).sign({ method, target, body, timestamp })
  return formatAuthorization({ keyId: keys.keyId, timestamp, signature })
}
