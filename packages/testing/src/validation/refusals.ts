import { brokenRule } from '@merchantpay/core/broken-rule'
import type { ErrorCode } from '@merchantpay/sdk'
import { Refusal } from '../http/refusal.js'
import type { Parameter } from './rule.js'

/** The refusal of a parameter. @param value undefined for a missing one */
export function refusalOfParameter({ name, schema, status }: Parameter, value: unknown): Refusal {
  const detail = value === undefined ? 'is required' : brokenRule(schema, value)
  return refusalWith(schema['x-error'], name, detail, status)
}

/** A refusal that is not a 400 names no field. */
export function refusalWith(
  message: string | undefined,
  name: string,
  detail: string | undefined,
  status?: number,
): Refusal {
  if (message === undefined) return new Refusal('invalid_parameter', { parameter: name, detail })
  const code = message.replaceAll(' ', '_') as ErrorCode // the contract's lint checks that the code exists
  return new Refusal(code, status === undefined ? { param: name, detail } : { status })
}
