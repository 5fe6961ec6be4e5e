import type { MerchantPay, Network, SimulateOrder, TestDelivery } from '@merchantpay/sdk'
import { isLiveKey } from '../account/account.js'
import type { Context } from '../context.js'
import { EVENT_CAUSES, eventOf } from '../events.js'
import { EXIT } from '../exit-codes.js'
import { Failure, usage } from '../failure.js'
import { escaped } from '../output.js'
import { amountOf } from './amount.js'
import { openLinkOrder } from './links/page.js'
import { reviewText } from './review.js'
import { isNetwork, NETWORKS, SANDBOX_ADDRESSES } from './sandbox-addresses.js'

const AMOUNT = { payment: '25.00', withdrawal: '10.00' } as const
/** USDT beyond the sum that a withdrawal takes, so that the order exceeds the least amount and pays its own fee. */
const SPARE = 20
const DEFAULT_TIMEOUT_MS = 120_000

/** The fields that `--set` may give. */
interface Fields {
  readonly network: Network
  readonly amount: `${number}`
  readonly rest: {
    readonly description?: string
    readonly webhook_url?: string
    readonly metadata: Record<string, string>
  }
}

/** Something that an event is about. */
interface Subject {
  readonly id: string
  readonly number: string
  readonly created_at: string
}

/** Makes an event happen and waits for it. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const event = eventOf(input.requiredOperand('event'))
  const cause = EVENT_CAUSES[event]
  const fields = readFields(input.pairs('set'), 'order' in cause ? AMOUNT.payment : AMOUNT.withdrawal)
  const { keyId } = context.account()
  // A withdrawal would go to an address of the sandbox, from which real money does not come back.
  if (isLiveKey(keyId)) throw usage(`${keyId} is a live key: trigger is for the sandbox`)
  const mp = await context.client()
  const timeoutMs = input.durationMs('timeout') ?? DEFAULT_TIMEOUT_MS
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const subject =
      'order' in cause
        ? await pay(mp, cause, fields, { link: input.text('link'), signal })
        : await withdraw(context, mp, cause.withdrawal, fields, signal)
    const delivery = await eventAbout(mp, event, subject, signal)
    const document = { event, delivery_id: delivery.delivery_id, subject: subject.number, id: subject.id }
    output.result(
      document,
      () => `${output.paint('bold', event)}  ${escaped(`${subject.number}  ${delivery.delivery_id}`)}`,
    )
    return undefined
  } catch (error) {
    if (!signal.aborted || context.signal.aborted) throw error
    throw new Failure('timeout', `no ${event} within ${timeoutMs / 1_000} s`, EXIT.timeout)
  }
}

async function pay(
  mp: MerchantPay,
  cause: { readonly order: SimulateOrder['action']; readonly again?: boolean },
  { network, amount, rest }: Fields,
  { link, signal }: { link: string | undefined; signal: AbortSignal },
): Promise<Subject> {
  const order = link
    ? await openLinkOrder(mp, link, { network, amount }, signal)
    : await mp.orders.create({ ...rest, amount, currency: 'USDT', network }, { signal })
  const act = () => mp.testHelpers.simulateOrder(order.id, { action: cause.order }, { signal })
  await act()
  if (cause.again) {
    await mp.orders.waitForPaid(order.id, { signal })
    await act()
  }
  return { ...order, number: order.order_number }
}

/** @throws Failure `review` for a withdrawal that only the operator lets go on */
async function withdraw(
  context: Context,
  mp: MerchantPay,
  end: 'arrives' | 'fails',
  { network, amount, rest }: Fields,
  signal: AbortSignal,
): Promise<Subject> {
  await earn(mp, network, amount, signal)
  const [arrives, reverts] = SANDBOX_ADDRESSES[network]
  const destination_address = end === 'arrives' ? arrives : reverts
  const body = { ...rest, amount, currency: 'USDT', network, destination_address } as const
  const withdrawal = await mp.withdrawals.create(body, { signal })
  if (withdrawal.status === 'REVIEW') throw new Failure('review', reviewText(context, withdrawal), EXIT.api)
  return { ...withdrawal, number: withdrawal.withdrawal_number }
}

/** Pays an order if the balance does not cover a withdrawal. */
async function earn(
  mp: MerchantPay,
  network: Network,
  amount: `${number}`,
  signal: AbortSignal,
): Promise<void> {
  const { total_debit } = await mp.withdrawals.quote({ network, amount }, { signal })
  const { available } = await mp.balance.get({ signal })
  if (Number(available) >= Number(total_debit)) return
  // Rounded up to whole USDT, for which floating point is exact enough.
  const needed = `${Math.ceil(Number(total_debit) * 1.05) + SPARE}` as const
  const order = await mp.orders.create({ amount: needed, currency: 'USDT', network }, { signal })
  await mp.testHelpers.simulateOrder(order.id, { action: 'pay' }, { signal })
  await mp.orders.waitForPaid(order.id, { signal })
}

/** Waits for an event. The stream begins with the time of its subject, so that none is missed. */
async function eventAbout(
  mp: MerchantPay,
  event: string,
  { id, created_at }: Subject,
  signal: AbortSignal,
): Promise<TestDelivery> {
  const lastEventId = `${Date.parse(created_at)}`
  for await (const { delivery } of mp.testHelpers.streamDeliveries({ lastEventId, signal })) {
    const { data } = JSON.parse(delivery.body) as { data: Record<string, unknown> } // of the service
    if (delivery.event_type === event && [data.order_id, data.withdrawal_id].includes(id)) return delivery
  }
  throw new Error('the stream of deliveries ended')
}

/** @throws Failure `usage` */
function readFields(pairs: readonly (readonly [string, string])[], standard: `${number}`): Fields {
  let network: Network = 'TRC20'
  let amount = standard
  const texts: { description?: string; webhook_url?: string } = {}
  const metadata: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const [, member] = /^metadata\.(.+)$/.exec(name) ?? []
    if (member !== undefined) metadata[member] = value
    else if (name === 'amount') amount = amountOf('amount', value)
    else if (name === 'description' || name === 'webhook_url') texts[name] = value
    else if (name === 'network' && isNetwork(value)) network = value
    else
      throw usage(
        `--set takes metadata.<name>, amount, network (${NETWORKS.join(' or ')}), description or webhook_url`,
      )
  }
  return { network, amount, rest: { ...texts, metadata } }
}
