import { spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  type MerchantEnvironment,
  merchantEnvironment,
  startSandbox,
} from '../../test-support/processes/sandbox-server.js'
import { builtProgram } from './built.js'
import type { Call, Target } from './load.js'

/** A real server with one merchant, on SQLite with every commit synced and without a rate limit. */
export interface BenchServer extends Target {
  readonly order: BenchOrder
  /** The time of the call that created {@link order}, the first order of this process. */
  readonly firstOrderMs: number
  readonly folder: string
  readonly keys: MerchantEnvironment
  sign(call: { method: string; path: string; body?: string }): Call
  /** A call that creates an on-chain order with an idempotency key. */
  signOrder(): Call
  createOrder(): Promise<{ order: BenchOrder; ms: number }>
  stop(): Promise<void>
}
interface BenchOrder {
  readonly id: string
  readonly payment_url: string
}

/**
 * Starts the built server, or another program with the same settings.
 *
 * @param more settings in addition to those of every bench
 * @param known keys of the merchant, if the database already has it
 */
export async function startServer(
  program?: readonly string[],
  more: Record<string, string> = {},
  known?: MerchantEnvironment,
): Promise<BenchServer> {
  const settings = {
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_SANDBOX_BLOCK_MS: '60000',
    // A bench creates more orders than a merchant may have by default.
    MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT: '100000',
    ...more,
  }
  const sandbox = await startSandbox(settings, program)
  const keys = known ?? (await merchantEnvironment(sandbox.url, 'bench'))
  const sign = signer(keys)
  const run = known ? 'again' : 'first'
  let made = 0
  const signOrder = () => {
    made += 1
    const body = { amount: '25.00', currency: 'USDT', network: 'TRC20', idempotency_key: `${run}-${made}` }
    return sign({ method: 'POST', path: '/v1/orders', body: JSON.stringify(body) })
  }
  const createOrder = async () => {
    const call = signOrder()
    const began = performance.now()
    const answer = await fetch(`${sandbox.url}/v1/orders`, { ...call })
    const order = (await answer.json()) as BenchOrder // an Order of the contract
    return { order, ms: performance.now() - began }
  }
  const { order, ms } = await createOrder()
  return { ...sandbox, origin: sandbox.url, keys, order, firstOrderMs: ms, sign, signOrder, createOrder }
}

/** The same server with a commit for each write. */
export const startOneCommitEach = async (): Promise<BenchServer> =>
  startServer([await builtProgram('orders/one-commit-each.ts')])

/** Bare Express 5 with the same JSON. */
export async function startBare(answer: object): Promise<Target & { stop(): void }> {
  const args = [await builtProgram('orders/bare-express.ts'), JSON.stringify(answer)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer] // the printed port
  return {
    origin: `http://127.0.0.1:${port.toString('utf8').trim()}`,
    pid: child.pid ?? Number.NaN,
    stop: () => void child.kill(),
  }
}

function signer(keys: MerchantEnvironment): BenchServer['sign'] {
  return ({ method, path, body = '' }) => {
    const timestamp = `${Math.floor(Date.now() / 1_000)}`
    const hash = createHash('sha256').update(body).digest('hex')
    const text = ['v1', timestamp, method, path, hash].join('\n')
    const signature = createHmac('sha256', keys.MERCHANTPAY_SECRET).update(text).digest('hex')
    const authorization = `Bearer ${keys.MERCHANTPAY_KEY_ID}:${timestamp}:${signature}`
    const type = body === '' ? {} : { 'content-type': 'application/json' }
    return { method, path, body, headers: { authorization, ...type } }
  }
}
