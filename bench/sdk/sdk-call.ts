import { createHash, createHmac } from 'node:crypto'
import { MerchantPay } from '@merchantpay/sdk'
import { medianOf, quantile, type Result, type Sample } from '../lib/rounds.js'
import { startBare } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { TEST_KEY } from './peers/clients/merchantpay.js'

const CALLS = sized(250, 10)
const ROUNDS = sized(21, 1)
const ORDER = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  order_number: 'ord_0123456789AB',
  status: 'OPEN',
  order_amount: '25.00',
  received_amount: '0.00',
  credited_amount: '0.00',
  currency: 'USDT',
  network: 'TRC20',
  payment_url: 'https://pay.example/pay/0123456789abcdefghijkl',
  metadata: { cart: '42' },
  paid_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
}

type Call = () => PromiseLike<unknown>

/** CPU time of one signed `GET` through the client, against handwritten signing and `fetch`. */
export async function sdkCall(): Promise<Result[]> {
  const bare = await startBare(ORDER)
  const options = { baseUrl: bare.origin, ...TEST_KEY, rateLimit: false } as const
  const mp = new MerchantPay(options)
  const web = withoutNodeCrypto(() => new MerchantPay(options))
  const byHand = () => signAndFetch(bare.origin)
  const calls: Record<string, Call> = {
    'orders.get': () => mp.orders.get(ORDER.id),
    'raw.GET': () => mp.raw.GET('/v1/orders/{id}', { params: { path: { id: ORDER.id } } }),
    'orders.get, signed with WebCrypto': () => web.orders.get(ORDER.id),
    'by hand, with a rebuilt Response': async () => rebuild(await byHand()),
  }
  try {
    const samples = await inTurn({ base: async () => (await byHand()).json(), ...calls })
    return Object.keys(calls).map((what) => resultOf(what, samples.base ?? [], samples[what] ?? []))
  } finally {
    bare.stop()
  }
}

async function signAndFetch(origin: string): Promise<Response> {
  const target = `/v1/orders/${ORDER.id}`
  const timestamp = `${Math.floor(Date.now() / 1_000)}`
  const hash = createHash('sha256').update('').digest('hex')
  const signature = createHmac('sha256', TEST_KEY.secret)
    .update(`v1\n${timestamp}\nGET\n${target}\n${hash}`)
    .digest('hex')
  const authorization = `Bearer ${TEST_KEY.keyId}:${timestamp}:${signature}`
  const response = await fetch(origin + target, { headers: { authorization, accept: 'application/json' } })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return response
}

/** The cost of a layer that returns a `Response` of its own. */
async function rebuild(response: Response): Promise<unknown> {
  const { status, headers } = response
  return new Response(await response.text(), { status, headers }).json()
}

/** Makes a client as on a runtime without `node:crypto`. */
function withoutNodeCrypto<T>(make: () => T): T {
  const { getBuiltinModule } = process
  Reflect.set(process, 'getBuiltinModule', undefined)
  try {
    return make()
  } finally {
    Reflect.set(process, 'getBuiltinModule', getBuiltinModule)
  }
}

/** Measures each call in every round, after one round of warm-up. */
async function inTurn(calls: Readonly<Record<string, Call>>): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = {}
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const sample = await measure(call)
      if (round > 0) samples[name] = [...(samples[name] ?? []), sample]
    }
  }
  return samples
}

async function measure(call: Call): Promise<Sample> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  for (let made = 0; made < CALLS; made += 1) await call()
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: CALLS / seconds, cpuMicros: (user + system) / CALLS }
}

function resultOf(what: string, bases: readonly Sample[], samples: readonly Sample[]): Result {
  const ratios = samples.map(({ cpuMicros }, round) => cpuMicros / (bases[round]?.cpuMicros ?? Number.NaN))
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
  const both = (name: keyof Sample) =>
    [bases, samples].map((side) => medianOf(side, name).toFixed(0)).join(' and ')
  return {
    what: `CPU of ${what} against sign + fetch by hand`,
    value: `${middle} ×`,
    spread: `p10 ${low}, p90 ${high}, ${samples.length} rounds; CPU ${both('cpuMicros')} µs; ${both('perSecond')}/s`,
    goal: what === 'orders.get' ? '≤ 1.35' : 'none',
  }
}
