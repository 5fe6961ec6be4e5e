import fc from 'fast-check'
import { type Contract, kindsOf, resolve, type Schema } from '../../tools/contract/document.js'

/** Times of four-digit years. A pattern alone also allows days that no calendar has. */
const TIMES = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
/** Text of a format without a pattern. */
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.stringMatching(/^[a-z]{1,12}(\.[a-z]{1,8})?@[a-z]{1,12}\.example$/),
  decimal: fc.stringMatching(/^(0|[1-9][0-9]{0,8})\.[0-9]{2}$/),
}
const MAX_TEXT = 200
const MAX_ITEMS = 10
/** Fractions are bounded to four decimals, which the contract says in words. */
const FRACTIONS = 10_000
const MEMBER_NAME = fc.stringMatching(/^[a-z]{1,12}$/)
/** JSON of a merchant, below the limits of depth, size and numbers. */
const FREE = fc.dictionary(
  fc.string({ maxLength: 10, unit: 'grapheme' }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => withoutHugeNumbers(value)),
  { maxKeys: 4 },
)

/** Valid values of a schema: often its example, which business rules accept too, and else anything that its rules allow. */
export function valuesOf(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const { example } = resolve(contract, schema)
  const any = fc.oneof(...kindsOf(contract, schema).map((kind) => valuesOfKind(contract, kind)))
  return example === undefined ? any : fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, any)
}

function valuesOfKind(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const { enum: listed, const: fixed, items = {}, minItems = 0, maxItems = MAX_ITEMS } = schema
  if (fixed !== undefined) return fc.constant(fixed)
  if (listed) return fc.constantFrom(...listed)
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
  if (type === 'number') return fractions(schema)
  if (type === 'object') return objects(contract, schema)
  if (type !== 'array') return texts(schema)
  const item = valuesOf(contract, items)
  const size = { minLength: minItems, maxLength: maxItems }
  return schema.uniqueItems ? fc.uniqueArray(item, size) : fc.array(item, size)
}

function texts({ pattern, format = '', minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return TIMES
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    return fc
      .stringMatching(expression)
      .filter((text) => text.length >= minLength && text.length <= maxLength)
  }
  return (
    FORMATS[format] ?? fc.string({ minLength, maxLength: Math.min(maxLength, MAX_TEXT), unit: 'grapheme' })
  )
}

const fractions = ({ minimum = 0, maximum = 1 }: Schema): fc.Arbitrary<number> =>
  fc
    .integer({ min: Math.ceil(minimum * FRACTIONS), max: Math.floor(maximum * FRACTIONS) })
    .map((count) => count / FRACTIONS)

function objects(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: others } = schema
  const allowed = Object.entries(properties).filter(([, member]) => !resolve(contract, member).not)
  if (typeof others === 'object') {
    const size = { minKeys: schema.minProperties ?? 0, maxKeys: schema.maxProperties ?? MAX_ITEMS }
    return fc.dictionary(MEMBER_NAME, valuesOf(contract, others), size)
  }
  if (allowed.length === 0) return FREE
  const members = allowed.map(([name, member]) => [name, valuesOf(contract, member)] as const)
  return fc.record(Object.fromEntries(members), {
    requiredKeys: required.filter((name) => Object.hasOwn(properties, name)),
  })
}

function withoutHugeNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'number' && !Number.isSafeInteger(member) ? 0.5 : member,
  )
}
