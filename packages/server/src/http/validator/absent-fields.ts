import { type Contract, type Operation, resolve, type Schema } from './operations.js'
import { branchOf } from './validation-errors.js'

/**
 * Replaces other spellings of an absent value in a parsed body: an optional field that is `null` becomes undefined, and `[]`,
 * which is how PHP writes an empty object, becomes `{}` if the contract has an object there.
 */
export function readAbsentFields(contract: Contract, operation: Operation, body: unknown): unknown {
  if (!operation.body || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { properties = {}, required = [] } = branchOf(contract, operation.body, body)
  const read: Record<string, unknown> = { ...body }
  for (const [name, node] of Object.entries(properties)) {
    const value = read[name]
    const { type, not: forbidden } = resolve<Schema>(contract, node)
    if (value === null && !forbidden && !required.includes(name)) read[name] = undefined
    if (type === 'object' && Array.isArray(value) && value.length === 0) read[name] = {}
  }
  return read
}
