import fc from 'fast-check'

/** The largest body that the server reads. */
export const MAX_BODY_BYTES = 65_536
const SHOP = 'https://shop.example/hooks'

/** A valid body of each operation with a body, with every property of the contract. */
export const VALID_BODIES: Readonly<Record<string, object>> = {
  '/v1/merchants': { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' },
  '/v1/merchants/dashboard-links': { scopes: ['read'] },
  '/v1/merchants/api-keys': { name: 'Ada', environment: 'test' },
  '/v1/orders': {
    amount: '25.00',
    currency: 'USDT',
    network: 'TRC20',
    description: 'Two tickets',
    metadata: {},
    return_url: SHOP,
    webhook_url: SHOP,
    idempotency_key: 'cart-1',
    tolerance_percent: 0.01,
  },
  '/v1/app/orders': {
    amount_mode: 'FIXED',
    amount: '12.50',
    currency: 'USDT',
    description: 'Two tickets',
    metadata: {},
    return_url: SHOP,
    webhook_url: SHOP,
  },
  '/v1/webhooks': { url: SHOP, events: ['payment.confirmed'] },
  '/v1/withdrawals': {
    amount: '10.00',
    currency: 'USDT',
    network: 'TRC20',
    destination_address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
    description: 'rent',
    metadata: {},
    webhook_url: SHOP,
    idempotency_key: 'a',
  },
  '/v1/withdrawals/destinations': {
    label: 'Treasury',
    network: 'TRC20',
    address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  },
  '/v1/test_helpers/orders/019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d/simulate': {
    action: 'pay',
    amount: '5',
    remark: 'a',
  },
}

/** Makes JSON text of about `bytes` bytes that causes excessive work in careless code. */
type Fill = (bytes: number) => string

const repeat = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / text.length)))
const listOf =
  (item: string): Fill =>
  (bytes) =>
    `[${repeat(`${item},`, bytes)}${item}]`
const nested =
  (open: string, close: string, inner = '0'): Fill =>
  (bytes) => {
    const levels = Math.max(1, Math.floor(bytes / (open.length + close.length)))
    return open.repeat(levels) + inner + close.repeat(levels)
  }
const string =
  (text: string): Fill =>
  (bytes) =>
    `"${repeat(text, bytes)}"`
const objectOf =
  (member: (at: number) => string): Fill =>
  (bytes) => {
    const members: string[] = []
    for (let size = 0; size < bytes; size += member(members.length - 1).length + 1)
      members.push(member(members.length))
    return `{${members.join(',')}}`
  }

/** Fills by the cause of their cost. */
export const FILLS: Readonly<Record<string, Fill>> = {
  'nested arrays': nested('[', ']'),
  'nested objects': nested('{"a":', '}'),
  'a fault at each level of nested arrays': nested('["\\u0000",', ']'),
  'a fault at each level of nested objects': nested('{"a":"\\ud800","b":', '}'),
  'one fault at the bottom': nested('{"a":', '}', '"\\u0000"'),
  'two equal nested arrays': (bytes) => `[${[0, 1].map(() => nested('[', ']')(bytes / 2)).join()}]`,
  'two equal nested objects': (bytes) => `[${[0, 1].map(() => nested('{"a":', '}')(bytes / 2)).join()}]`,
  'many faults': listOf('"\\u0000"'),
  'many objects': listOf('{}'),
  'many numbers': listOf('0'),
  'many names': objectOf((at) => `"k${at}":0`),
  'many numbers as names': objectOf((at) => `"${at * 7_919}":0`),
  'many faults in names': objectOf((at) => `"k${at}\\u0000":0`),
  'many names with faults': objectOf((at) => `"/${at}/":"\\u0000"`),
  'one name many times': objectOf(() => '"a":0'),
  'inherited names': objectOf(
    (at) => `"${['__proto__', 'constructor', 'toString'][at % 3]}":{"a":"\\u0000"}`,
  ),
  'a name of slashes': (bytes) => `{"${repeat('/', bytes / 2)}":${listOf('"\\u0000"')(bytes / 2)}}`,
  'a huge number': (bytes) => repeat('9', bytes),
  'a huge fraction': (bytes) => `0.${repeat('3', bytes)}`,
  'a huge exponent': (bytes) => `1e${repeat('9', bytes)}`,
  'text of digits': string('9'),
  'text of slashes': string('/'),
  'text of blanks': string(' '),
  'text of escapes': string('\\"'),
  'text of halves': string('\\udc00'),
  'text of pairs': string('😀'),
  'an address of at signs': string('a@'),
  'an address of labels': (bytes) => `"a@${repeat('a-b.', bytes)}"`,
  'a URL of labels': (bytes) => `"https://${repeat('a.', bytes)}"`,
  'a URL of user names': (bytes) => `"https://${repeat('a:a@', bytes)}"`,
  'a URL of escapes': (bytes) => `"https://a.example/${repeat('%41', bytes)} "`,
  'a URL of steps up': (bytes) => `"https://a.example/${repeat('../', bytes)}"`,
  'a URL of groups': (bytes) => `"https://[${repeat('0:', bytes)}]"`,
}

export interface HostileBody {
  readonly target: string
  /** The fill and its place in the body. */
  readonly name: string
  readonly text: string
}

/** Bodies of every operation: a fill as the whole body, in a known property, or in an unknown one. */
export function hostileBodies(): fc.Arbitrary<HostileBody> {
  const targets = Object.keys(VALID_BODIES)
  return fc
    .record({
      target: fc.constantFrom(...targets),
      fill: fc.constantFrom(...Object.keys(FILLS)),
      place: fc.nat(),
      bytes: fc.constantFrom(64, 4_096, MAX_BODY_BYTES),
    })
    .map(({ target, fill, place, bytes }) => {
      const places = [undefined, 'more', 'a/b', ...Object.keys(VALID_BODIES[target] ?? {})]
      const property = places[place % places.length]
      return {
        target,
        name: `${fill} in ${property ?? 'place of the body'}`,
        text: bodyWith(target, fill, property, bytes),
      }
    })
}

/** Puts a fill into a body, cut to at most `bytes`. @param property undefined replaces the whole body */
export function bodyWith(target: string, fill: string, property: string | undefined, bytes: number): string {
  const make = FILLS[fill] ?? (() => '0')
  const valid = VALID_BODIES[target] ?? {}
  for (let size = bytes; ; size = Math.floor(size * 0.9)) {
    const value = make(Math.max(1, size))
    const members = Object.entries({ ...valid, [property ?? '']: 0 }).map(
      ([name, valid]) => `${JSON.stringify(name)}:${name === property ? value : JSON.stringify(valid)}`,
    )
    const text = property === undefined ? value : `{${members.join(',')}}`
    if (Buffer.byteLength(text) <= Math.max(bytes, 512)) return text
  }
}
