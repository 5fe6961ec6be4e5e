import type { ScreeningService } from '../screening/screening-service.js'
import { type Harness, type Json, type Keys, ORDER } from '../server/harness.js'
import { sideOf } from '../storage/engines.js'

/** A row of the checkout page that a test can bring an order to. */
export type Row = keyof typeof STEPS

/** Parameters of a test helper, milliseconds that pass, a SQL statement with `?` for the order's id, or a call about the order. */
type Step =
  | { readonly action: string; readonly amount?: string }
  | number
  | { readonly statement: string }
  | { readonly post: 'accept' }

/** Deep enough to be credited. */
const DEEP_MS = 4_000
/** Amount of payments whose screening gets no answer under `withwithholdFinalChecks`. */
const UNSCREENED = '33.00'

const STEPS = {
  pay: [],
  pay_rest: [{ action: 'pay', amount: '10' }, DEEP_MS],
  paused: [
    {
      statement:
        'UPDATE addresses SET blacklisted_at = 1 WHERE id = (SELECT address_id FROM orders WHERE id = ?)',
    },
  ],
  checking: [{ action: 'expire' }],
  confirming: [{ action: 'pay' }, 1_000],
  confirming_part: [{ action: 'pay', amount: '10' }, 1_000],
  final_check: [{ action: 'pay', amount: UNSCREENED }, DEEP_MS],
  paid: [{ action: 'pay' }, DEEP_MS],
  underpaid: [{ action: 'underpay' }, DEEP_MS],
  accepted: [{ action: 'underpay' }, DEEP_MS, { post: 'accept' }],
  expired: [{ action: 'expire' }, DEEP_MS],
  late: [{ action: 'expire' }, DEEP_MS, { action: 'late_pay' }, 1_000],
  expired_paid: [{ action: 'expire' }, DEEP_MS, { action: 'late_pay' }, DEEP_MS],
  frozen: [{ action: 'freeze' }, DEEP_MS],
  // The server itself never creates this state.
  pending: [{ statement: "UPDATE orders SET status = 'PENDING' WHERE id = ?" }],
} as const satisfies Readonly<Record<string, readonly Step[]>>

export const ROWS = Object.keys(STEPS) as Row[] // the literal's own keys

/** A sandbox order that stays in one row until time passes. */
export interface OrderInRow {
  readonly order: Json
  /** Its checkout page. */
  readonly url: string
}

/** Creates an order and brings it to a row. @param fields of the order besides network and amount */
export async function orderInRow(
  harness: Harness,
  keys: Keys,
  row: Row,
  fields: object = {},
): Promise<OrderInRow> {
  const body = { ...ORDER, ...(row === 'final_check' && { amount: UNSCREENED }), ...fields }
  const { status, json: order, text } = await harness.call('POST', '/v1/orders', { keys, body })
  if (status !== 201) throw new Error(`no order: ${status} ${text}`)
  for (const step of STEPS[row]) {
    if (typeof step === 'number') await harness.pass(step)
    else if ('statement' in step) await execute(harness, order, step.statement)
    else if ('post' in step) await harness.call('POST', `/v1/orders/${order.id}/${step.post}`, { keys })
    else await simulate(harness, keys, order, step)
  }
  return { order, url: String(order.payment_url) }
}

async function execute({ database }: Harness, { id }: Json, statement: string): Promise<void> {
  const side = await sideOf(database)
  await side.script(statement.replace('?', `'${id}'`))
}

/** @throws Error when the action is refused */
export async function simulate(harness: Harness, keys: Keys, order: Json, body: object): Promise<void> {
  const target = `/v1/test_helpers/orders/${order.id}/simulate`
  const { status, text } = await harness.call('POST', target, { keys, body })
  if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${status} ${text}`)
}

/** Makes the screening service fail for orders of the row `final_check`. @returns the settings for the harness */
export function withholdFinalChecks(service: ScreeningService): Record<string, string> {
  service.respond((response, { body }) => {
    const { amount } = JSON.parse(body) as { amount: string } // sent by the server
    if (amount === UNSCREENED) response.writeHead(503)
    response.end('{"verdict":"pass"}')
  })
  return { MERCHANTPAY_SCREENING_URL: service.url, MERCHANTPAY_SCREENING_SECRET: 'whsec_of-the-judge' }
}
