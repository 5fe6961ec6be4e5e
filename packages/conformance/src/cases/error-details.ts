import type { OperationId } from '@merchantpay/sdk'
import type { Case } from '../case.js'
import { requireDetails } from '../http/answer.js'
import type { Request } from '../http/request.js'
import { CUSTOM, FIXED, FOR_REVIEW, makeOrder, ORDER, simulate, WITHDRAWAL } from './samples.js'

type Mistake = readonly [
  what: string,
  operationId: OperationId,
  request: Request,
  param: string | undefined,
  detail: string,
]

const MISTAKES: readonly Mistake[] = [
  order('an amount of 10', { amount: '10' }, 'amount', 'must be greater than 10 USDT'),
  order('seven decimals', { amount: '25.1234567' }, 'amount', 'at most 6 decimals'),
  order('neither amount nor price', { amount: undefined }, 'amount', 'either amount or price is required'),
  order('a network in lower case', { network: 'trc20' }, 'network', 'allowed: TRC20, ERC20'),
  order('another currency', { currency: 'USDC' }, 'currency', 'allowed: USDT'),
  order(
    'a tolerance with five decimals',
    { tolerance_percent: 0.01234 },
    'tolerance_percent',
    'at most 4 decimals',
  ),
  order(
    'metadata with U+0000',
    { metadata: { cart: { id: 'a\0' } } },
    'metadata',
    'cart.id must not have U+0000',
  ),
  order(
    'metadata with half a surrogate pair in a name',
    { metadata: { cart: { '\ud83d': 1 } } },
    'metadata',
    'a name in cart must not have U+D83D, half a surrogate pair',
  ),
  order('a description with U+0000', { description: 'a\0' }, 'description', 'must not have U+0000'),
  order(
    'a URL with a blank',
    { return_url: 'https://shop.example/a b' },
    'return_url',
    'must have no blanks',
  ),
  ['a limit of 1000', 'listOrders', { query: 'limit=1000' }, 'limit', '1 to 100'],
  [
    'an offset beside a cursor',
    'listOrders',
    { query: 'cursor=MQ&offset=1' },
    'offset',
    'not together with cursor',
  ],
  ['a made-up cursor', 'listOrders', { query: 'cursor=MQ' }, 'cursor', 'must come from next'],
  [
    'an amount below the minimum',
    'createWithdrawal',
    { body: { ...WITHDRAWAL, amount: '9.99' } },
    'amount',
    'at least 10.00 USDT',
  ],
  [
    'a malformed destination',
    'createWithdrawal',
    { body: { ...WITHDRAWAL, destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ' } },
    'destination_address',
    'must be a valid TRC20 address outside this service',
  ],
]

function order(what: string, fields: object, param: string, detail: string): Mistake {
  return [what, 'createOrder', { body: { ...ORDER, ...fields } }, param, detail]
}

/** Refusals that say which rule was broken. */
export const errorDetails: Case[] = [
  ...MISTAKES.map(
    ([what, operationId, request, param, detail]): Case => ({
      name: `${operationId}: the refusal of ${what} says "${detail}"`,
      operationId,
      covers: [],
      async run(session) {
        const answer = await (await session.merchant()).call(operationId, request)
        requireDetails(answer, { param, detail }, what)
      },
    }),
  ),
  {
    name: 'createWithdrawal: the refusal of too large an amount names both amounts',
    operationId: 'createWithdrawal',
    covers: [],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const answer = await merchant.call('createWithdrawal', { body: { ...WITHDRAWAL, amount: FOR_REVIEW } })
      const detail = 'needs 1501.50 USDT, 0.00 USDT are available'
      requireDetails(answer, { detail }, 'a withdrawal without a balance')
    },
  },
  {
    name: 'simulateOrder: a refusal says what the order allows',
    operationId: 'simulateOrder',
    covers: [],
    async run(session) {
      const merchant = await session.merchant()
      const requireRefused = async (
        id: string,
        body: object,
        details: Parameters<typeof requireDetails>[1],
      ) => requireDetails(await merchant.call('simulateOrder', { id, body }), details, JSON.stringify(body))
      const { id } = await makeOrder(merchant)
      const amount = { param: 'amount' }
      await requireRefused(id, { action: 'authorise' }, { detail: 'authorise is for app-only orders' })
      await requireRefused(
        id,
        { action: 'expire', amount: '5' },
        { ...amount, detail: 'expire takes no amount' },
      )
      await requireRefused(
        id,
        { action: 'overpay', amount: '25' },
        { ...amount, detail: 'must be greater than 25.00 USDT' },
      )
      await requireRefused(
        id,
        { action: 'underpay', amount: '24.75' },
        { ...amount, detail: 'must be less than 24.75 USDT' },
      )
      await simulate(merchant, id, { action: 'expire' })
      await merchant.reachOrder(id, 'EXPIRED')
      await requireRefused(id, { action: 'pay' }, { detail: 'the order is EXPIRED; use late_pay' })
      const custom = await merchant.succeeds('createAppOrder', { body: CUSTOM })
      const fixed = await merchant.succeeds('createAppOrder', { body: FIXED })
      await requireRefused(
        custom.id,
        { action: 'pay' },
        { ...amount, detail: 'a CUSTOM order has no amount yet' },
      )
      await requireRefused(
        custom.id,
        { action: 'pay', amount: '200001' },
        { ...amount, detail: '0.01 to 200000.00 USDT' },
      )
      await requireRefused(
        fixed.id,
        { action: 'pay', amount: '6' },
        { ...amount, detail: 'must be 12.50 USDT, the amount of the order' },
      )
      await requireRefused(
        fixed.id,
        { action: 'reorg' },
        { detail: 'an app-only order allows pay, authorise, expire' },
      )
    },
  },
]
