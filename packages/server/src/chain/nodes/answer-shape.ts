import { RpcError } from './rpc-error.js'

/** Checks the shape of a node's answers before use. */

export type JsonRecord = Readonly<Record<string, unknown>>

const broken = (what: string): RpcError => new RpcError('broken', `${what}: unexpected shape`)

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RpcError `broken` */
export function readRecord(value: unknown, what: string): JsonRecord {
  if (!isRecord(value)) throw broken(what)
  return value
}

/** @throws RpcError `broken` */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw broken(what)
  return value
}

const CANONICAL = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/
const HEX = /^[0-9a-fA-F]*$/

/**
 * Reads a canonical hex quantity that a number holds exactly.
 *
 * @throws RpcError `broken`
 */
export function readQuantity(value: unknown, what: string): number {
  const quantity = typeof value === 'string' && CANONICAL.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(quantity)) throw broken(what)
  return quantity
}

/**
 * Reads a canonical hex quantity of at most 256 bits.
 *
 * @throws RpcError `broken`
 */
export function readBigQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || value.length > 66 || !CANONICAL.test(value)) throw broken(what)
  return BigInt(value)
}

/**
 * Reads a count or an instant as TRON writes it; a missing key has the default of its encoding, 0.
 *
 * @throws RpcError `broken`
 */
export function readInteger(value: unknown, what: string): number {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw broken(what)
  return value
}

/**
 * Reads hex of `bytes` bytes, or of any number where `bytes` is undefined.
 *
 * @returns lower case without prefix
 * @throws RpcError `broken`
 */
export function readHex(value: unknown, what: string, bytes?: number): string {
  if (typeof value !== 'string') throw broken(what)
  const digits = value.startsWith('0x') ? value.slice(2) : value
  const isLong = bytes === undefined ? digits.length % 2 === 0 : digits.length === bytes * 2
  if (!isLong || !HEX.test(digits)) throw broken(what)
  return digits.toLowerCase()
}
