import { storedSpelling } from '@merchantpay/core/id-spelling'
import { isMemberParameter, readMember } from '@merchantpay/core/metadata-members'
import { timeSpelling } from '@merchantpay/core/time-spelling'
import type { OperationId } from '@merchantpay/sdk'
import { RULES } from '../generated/rules.gen.js'
import { Refusal } from '../http/refusal.js'
import { refusalOfParameter } from './refusals.js'
import type { Parameter } from './rule.js'

const INTEGER = /^-?[0-9]{1,9}$/

/** Reads a query. Checks integers first, then the filter by metadata, then unknown names. A repeated or empty parameter is invalid. */
export function readQuery(operationId: OperationId, query: URLSearchParams): Record<string, unknown> {
  const known = RULES[operationId].parameters.filter((parameter) => parameter.in === 'query')
  const read = (parameter: Parameter): [string, string][] => {
    const [first, ...more] = query.getAll(parameter.name)
    if (first === undefined) return []
    if (first === '' || more.length > 0) throw refusalOfParameter(parameter, first)
    const spell = parameter.schema.format === 'date-time' ? timeSpelling : storedSpelling
    return [[parameter.name, spell(first)]]
  }
  for (const parameter of known) {
    const text = parameter.schema.type === 'integer' ? read(parameter)[0]?.[1] : undefined
    if (text !== undefined && !INTEGER.test(text)) throw refusalOfParameter(parameter, text)
  }
  const takesMetadata = known.some(({ schema }) => schema.type === 'object')
  const ofMetadata = takesMetadata ? [...query].filter(([name]) => isMemberParameter(name)) : []
  const metadata = readMetadata(ofMetadata)
  const names = new Set([...known, ...ofMetadata.map(([name]) => ({ name }))].map(({ name }) => name))
  const unknown = [...query.keys()].find((name) => !names.has(name))
  if (unknown !== undefined) {
    const allowed = known.map(({ name }) => name).join(', ')
    const detail = allowed === '' ? undefined : `allowed: ${allowed}`
    throw new Refusal('invalid_parameter', { parameter: unknown, detail })
  }
  return { ...Object.fromEntries(known.flatMap(read)), ...metadata }
}

/** Reads the filter by metadata. @throws Refusal invalid_metadata */
function readMetadata(given: readonly [name: string, value: string][]): { metadata?: object } {
  if (given.length === 0) return {}
  const member = readMember(given)
  if (typeof member === 'string') throw new Refusal('invalid_metadata', { param: 'metadata', detail: member })
  return { metadata: Object.fromEntries([[member.name, member.value]]) }
}
