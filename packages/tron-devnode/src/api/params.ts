/** Reads fields of a request. An invalid field throws a ParamError, which the node answers as `{"Error": …}`. */
import { isAddress } from '../encoding/bytes.js'

export type Params = Record<string, unknown>

export class ParamError extends Error {
  constructor(javaClass: string, message: string) {
    super(`class ${javaClass} : ${message}`)
    this.name = 'ParamError'
  }
}

const parseError = (message: string) =>
  new ParamError('org.tron.core.services.http.JsonFormat$ParseException', message)

/** Lower-case hex without 0x, or undefined where the field is missing. */
export function hexParam(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  const hex = typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : ''
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw parseError(`INVALID hex String: ${name}`)
  return hex
}

/** An address of 42 hex digits. Base58 belongs to `visible: true`, which this node does not support. */
export function addressParam(params: Params, name: string): string | undefined {
  const value = hexParam(params, name)
  if (value !== undefined && !isAddress(value)) {
    throw new ParamError('org.tron.core.exception.ContractValidateException', `Invalid ${name}`)
  }
  return value
}

/** A whole number, also as decimal text. A missing field is 0, as in protobuf. */
export function numberParam(params: Params, name: string): number {
  const value = params[name] ?? 0
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw parseError(`Couldn't parse integer: ${name}`)
  }
  return number
}

export function textParam(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value !== undefined && typeof value !== 'string') throw parseError(`Couldn't parse string: ${name}`)
  return value
}

export const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A flag: `true`, or the text `true` of a query. */
export const flagParam = (params: Params, name: string): boolean =>
  params[name] === true || params[name] === 'true'
