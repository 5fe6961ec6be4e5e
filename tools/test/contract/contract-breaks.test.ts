import { describe, expect, it } from 'vitest'
import { contractBreaks } from '../../contract/contract-breaks.js'
import { type Contract, readContract } from '../../contract/document.js'
import { breaksSinceRelease, unaccepted } from '../../contract/released.js'

interface Change {
  /** The members that lead to the changed one. */
  readonly at: readonly string[]
  /** Makes the new value; undefined removes the member. */
  readonly to: (value: never) => unknown
}

const contract = readContract('merchantpay.v1.yaml')
const gone = () => undefined
const without = (value: unknown) => (list: unknown[]) => list.filter((one) => one !== value)
const and = (value: unknown) => (list: unknown[]) => [...list, value]
const member = (name: string, value: unknown) => (object: object) => ({ ...object, [name]: value })
const schema = (...at: string[]) => ['components', 'schemas', ...at]
const orders = ['paths', '/v1/orders']
const FLAG = { type: 'string', maxLength: 9, description: 'Planted.' }

const BREAKS: Readonly<Record<string, Change & { readonly says: string }>> = {
  'a removed operation': { at: [...orders, 'get'], to: gone, says: 'GET /v1/orders: is gone' },
  'a removed parameter': {
    at: [...orders, 'get', 'parameters'],
    to: (list: object[]) => list.filter((one) => !JSON.stringify(one).includes('Offset')),
    says: 'listOrders query offset: is gone',
  },
  'a removed field of a response': {
    at: schema('Balance', 'properties', 'frozen'),
    to: gone,
    says: 'Balance.frozen in responses: is gone',
  },
  'a removed field of a request': {
    at: schema('CreateOrder', 'properties', 'description'),
    to: gone,
    says: 'CreateOrder.description in requests: is gone',
  },
  'a new required field of a request': {
    at: schema('CreateOrder', 'required'),
    to: and('description'),
    says: 'CreateOrder.description in requests: is required now',
  },
  'a lost enum value of a request': {
    at: schema('SimulateOrder', 'properties', 'action', 'enum'),
    to: without('reorg'),
    says: 'SimulateOrder.action in requests: without the value reorg',
  },
  'a lost enum value of a response': {
    at: schema('OrderStatus', 'enum'),
    to: without('FROZEN'),
    says: 'OrderStatus in responses: without the value FROZEN',
  },
  'a narrowed bound': {
    at: schema('CreateOrder', 'properties', 'description', 'maxLength'),
    to: () => 499,
    says: 'CreateOrder.description in requests: maxLength was 500 and is 499',
  },
  'a narrowed pattern': {
    at: schema('CreateOrder', 'properties', 'amount', 'pattern'),
    to: () => '^[1-9][0-9]{0,8}(\\.[0-9]{1,5})?$',
    says:
      'CreateOrder.amount in requests: pattern was "^(0|[1-9][0-9]{0,8})(\\\\.[0-9]{1,6})?$" ' +
      'and is "^[1-9][0-9]{0,8}(\\\\.[0-9]{1,5})?$"',
  },
  'a changed message': {
    at: ['components', 'examples', 'invalid_tolerance', 'value', 'error'],
    to: () => 'invalid tolerance percent',
    says: 'createOrder 400 body: without the message "invalid tolerance"',
  },
  'another message for a field': {
    at: schema('CreateOrder', 'properties', 'tolerance_percent', 'x-error'),
    to: () => 'invalid amount',
    says: 'CreateOrder.tolerance_percent in requests: x-error was "invalid tolerance" and is "invalid amount"',
  },
  'a new required parameter': {
    at: [...orders, 'get', 'parameters'],
    to: and({ name: 'kind', in: 'query', required: true, schema: FLAG }),
    says: 'listOrders query kind: is required now',
  },
  'a field of a response that may be null': {
    at: schema('Amount', 'type'),
    to: () => ['string', 'null'],
    says: 'Amount in responses: type was "string" and is "null"',
  },
  'a field of a response that may be absent': {
    at: schema('Balance', 'required'),
    to: without('frozen'),
    says: 'Balance.frozen in responses: is not required any more',
  },
  'a removed status': {
    at: [...orders, 'post', 'responses', '409'],
    to: gone,
    says: 'createOrder 409: is gone',
  },
  'a removed header': {
    at: ['components', 'responses', 'RateLimited', 'headers'],
    to: gone,
    says: 'listOrders 429 header Retry-After: is gone',
  },
  'a removed field of an event': {
    at: schema('PaymentFrozenData', 'properties', 'reason'),
    to: gone,
    says: 'PaymentFrozenData.reason in responses: is gone',
  },
  'a public operation that is signed': {
    at: ['paths', '/v1/merchants', 'post', 'security'],
    to: gone,
    says: 'registerMerchant: its authentication differs',
  },
}

const ADDITIONS: Readonly<Record<string, Change>> = {
  'a new operation': {
    at: ['paths', '/v1/planted'],
    to: () => ({ get: contract.paths['/v1/balance']?.get }),
  },
  'a new parameter': {
    at: [...orders, 'get', 'parameters'],
    to: and({ name: 'kind', in: 'query', schema: FLAG }),
  },
  'a new field of a request': { at: schema('CreateOrder', 'properties'), to: member('planted', FLAG) },
  'a new field of a response': { at: schema('Balance', 'properties'), to: member('planted', FLAG) },
  'a new enum value': { at: schema('OrderStatus', 'enum'), to: and('PLANTED') },
  'a wider bound': { at: schema('CreateOrder', 'properties', 'description', 'maxLength'), to: () => 501 },
  'a wider pattern': {
    at: schema('CreateOrder', 'properties', 'amount', 'pattern'),
    to: () => '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,7})?$',
  },
  'a bound of a response': { at: schema('Message', 'properties', 'message'), to: member('maxLength', 99) },
  'a new status': { at: [...orders, 'post', 'responses', '418'], to: () => ({ description: 'Planted.' }) },
  'another description': { at: schema('Balance', 'description'), to: () => 'Planted.' },
}

/** The contract with one member changed. */
function changed({ at, to }: Change): Contract {
  const copy = structuredClone(contract)
  const name = at.at(-1) ?? ''
  const parent = at.slice(0, -1).reduce<object>((node, key) => Reflect.get(node, key), copy)
  const value = to(Reflect.get(parent, name) as never)
  if (value === undefined) Reflect.deleteProperty(parent, name)
  else Reflect.set(parent, name, value)
  return copy
}

describe('the comparison with the last release', () => {
  it.each(Object.entries(BREAKS))('names %s', (_, { says, ...change }) => {
    expect(contractBreaks(contract, changed(change))).toContain(says)
  })

  it.each(Object.entries(ADDITIONS))('passes %s', (_, change) => {
    const after = changed(change)
    expect(after).not.toEqual(contract)
    expect(contractBreaks(contract, after)).toEqual([])
  })

  it('leaves out accepted breaks, and names those that do not exist or have no reason', () => {
    const accepted = [
      { change: 'a', reason: 'because' },
      { change: 'b', reason: '' },
      { change: 'c', reason: 'because' },
    ]
    const wrong = 'accepted without need or without a reason: '
    expect(unaccepted(['a', 'b', 'd'], accepted)).toEqual(['d', `${wrong}b`, `${wrong}c`])
  })

  it('passes the contracts as they stand', () => {
    expect(breaksSinceRelease()).toEqual([])
  })
})
