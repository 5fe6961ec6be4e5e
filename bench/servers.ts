import { spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { merchantEnvironment, startSandbox } from '../test-support/sandbox-server.js'
import type { Call } from './load.js'

export interface Pair {
  /** The real server: built, on SQLite with every commit synced, without a rate limit. */
  readonly subject: string
  /** Bare Express 5 that answers the same order. */
  readonly baseline: string
  readonly orderId: string
  sign(call: { method: string; path: string; body?: string }): Call
  stop(): Promise<void>
}

/** Starts both servers as processes of their own. */
export async function startPair(): Promise<Pair> {
  const sandbox = await startSandbox({
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_SANDBOX_BLOCK_MS: '60000',
  })
  const keys = await merchantEnvironment(sandbox.url, 'bench')
  const sign: Pair['sign'] = ({ method, path, body = '' }) => {
    const timestamp = `${Math.floor(Date.now() / 1_000)}`
    const hash = createHash('sha256').update(body).digest('hex')
    const text = ['v1', timestamp, method, path, hash].join('\n')
    const signature = createHmac('sha256', keys.MERCHANTPAY_SECRET).update(text).digest('hex')
    const authorization = `Bearer ${keys.MERCHANTPAY_KEY_ID}:${timestamp}:${signature}`
    const type = body === '' ? {} : { 'content-type': 'application/json' }
    return { method, path, body, headers: { authorization, ...type } }
  }
  const created = sign({ method: 'POST', path: '/v1/orders', body: orderBody('first') })
  const answer = await fetch(`${sandbox.url}/v1/orders`, { ...created })
  const order = (await answer.json()) as { id: string }
  const bare = fileURLToPath(new URL('bare-express.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', bare, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    subject: sandbox.url,
    baseline: `http://127.0.0.1:${port.toString('utf8').trim()}`,
    orderId: order.id,
    sign,
    async stop() {
      child.kill()
      await sandbox.stop()
    },
  }
}

/** A new on-chain order with an idempotency key. */
export const orderBody = (key: string): string =>
  JSON.stringify({ amount: '25.00', currency: 'USDT', network: 'TRC20', idempotency_key: key })
