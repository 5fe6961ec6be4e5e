import { ApiError, MerchantPay, type OnChainOrder } from '@merchantpay/sdk'
import pg from 'pg'
import type { ServedNetwork } from '../nodes/served-network.js'

const WAIT_MS = 60_000
const POLL_MS = 200
/** Calls of the API in a whole wait stay below the rate limit of a key, which would make the SDK wait for a minute. */
const CALL_EVERY_MS = 1_500
const PAID = 25_000_000n

export interface LostTail {
  /** The URLs of servers on one database; the first one stores the lost orders. */
  readonly servers: readonly [string, ...string[]]
  readonly databaseUrl: string
  readonly network: ServedNetwork
  /** Lets the standby receive nothing more. */
  holdBack(): Promise<void>
  /** Replaces the primary by the standby. */
  failOver(): Promise<void>
}

/**
 * Creates orders that a failover loses, lets another merchant create orders after it, and pays some of both.
 *
 * @returns a line for each payment that reached a stranger, and for each thing that the servers did not notice
 */
export async function loseTail({
  servers,
  databaseUrl,
  network: { anvil, token },
  holdBack,
  failOver,
}: LostTail): Promise<string[]> {
  const [first] = servers
  const last = servers.at(-1) ?? first
  const ada = await register(first, 'ada')
  const bob = await register(first, 'bob')
  await createOrder(ada(first))
  await holdBack()
  const lost = [await createOrder(ada(first)), await createOrder(ada(first))]
  await failOver()
  await until(
    'a server is ready',
    POLL_MS,
    async () => (await fetch(`${last}/readyz?for=api`)).status === 200,
  )
  // The server that has not stored the lost orders is asked first.
  const paid = await createOrder(bob(last))
  const other = await createOrder(bob(first))
  for (const { payment_address } of [...lost, paid]) await token.transfer(payment_address, PAID)
  await anvil.mine(5)

  const rowsOf = (text: string, ...values: string[]) => query(databaseUrl, text, values)
  const isPaid = async () =>
    (await rowsOf("SELECT id FROM orders WHERE id = $1 AND status = 'PAID'", paid.id)).length > 0
  const unattributed = () =>
    rowsOf('SELECT * FROM transfers WHERE order_id IS NULL AND confirmed_at IS NOT NULL')
  const differences: string[] = []
  await until('the order after the failover is paid', POLL_MS, isPaid)
  await until('the payments of lost orders are recorded', POLL_MS, async () => {
    const found = await unattributed()
    return found.length >= lost.length
  })
  for (const { id, status } of await rowsOf("SELECT id, status FROM orders WHERE status <> 'OPEN'"))
    if (id !== paid.id) differences.push(`order ${id} is ${status}, and no payer paid it`)
  if ((await rowsOf("SELECT id FROM orders WHERE id = $1 AND status = 'OPEN'", other.id)).length === 0)
    differences.push(`order ${other.id} is not open`)
  const recoveries = await rowsOf('SELECT cause, reason FROM recoveries')
  const isNoticed = ({ cause, reason }: Record<string, unknown>) =>
    cause === 'restore' && `${reason}`.includes('was set back under running servers')
  if (recoveries.length !== 1 || !recoveries.every(isNoticed))
    differences.push(`the recoveries are ${JSON.stringify(recoveries)}`)
  for (const { id } of lost) {
    const answer = await ada(last)
      .orders.get(id)
      .catch((error: unknown) => error)
    if (!(answer instanceof ApiError)) differences.push(`the lost order ${id} is known`)
  }
  return differences
}

/**
 * Registers a merchant, once a registration is answered: on a busy machine the counters are late.
 *
 * @returns a client of the merchant for the server with a URL
 */
async function register(serverUrl: string, name: string): Promise<(url: string) => MerchantPay> {
  const api = new MerchantPay({ baseUrl: serverUrl })
  const keys: { key_id: string; secret: string }[] = []
  let tries = 0
  await until(`${name} is registered`, CALL_EVERY_MS, async () => {
    tries += 1
    const user = `${name}-${tries}`
    const about = { name, email: `${user}@books.example`, platform_user_id: user }
    keys.push((await api.merchants.register(about)).api_key)
    return true
  })
  const [key] = keys
  if (!key) throw new Error(`${name} has no key`)
  return (baseUrl) => new MerchantPay({ baseUrl, keyId: key.key_id, secret: key.secret, rateLimit: false })
}

/** Creates an order as soon as the server has an address for it. */
async function createOrder(api: MerchantPay): Promise<OnChainOrder> {
  let order: OnChainOrder | undefined
  await until('a server creates an order', CALL_EVERY_MS, async () => {
    order = (await api.orders.create({ amount: '25.00', currency: 'USDT', network: 'ERC20' })) as OnChainOrder // it has a network
    return true
  })
  if (!order) throw new Error('no order was created')
  return order
}

/** Asks until the answer is yes; an error is a no. */
async function until(what: string, everyMs: number, ask: () => Promise<boolean>): Promise<void> {
  let problem: unknown
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; ) {
    const isSo = await ask().catch((error: unknown) => {
      problem = error
      return false
    })
    if (isSo) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error(`not in time: ${what}, ${problem}`, { cause: problem })
}

async function query(url: string, text: string, values: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
