import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { DomainError } from '../domain/shared/errors.js'
import { valuesOf } from './authenticate.js'
import type { AddressOf } from './client-address.js'
import type { FailedAuthentications } from './limits/failed-authentications.js'
import type { RateLimit } from './limits/rate-limit.js'

export interface OperatorGate {
  readonly token: string
  /** Wrong tokens per address. */
  readonly failures: RateLimit
  readonly addressOf: AddressOf
  readonly failedAuthentications: FailedAuthentications
}

const BEARER = /^Bearer ([!-~]+)$/i

/** Admits only requests with the token in a single Authorization header. @throws invalid_operator_token, rate_limit_exceeded */
export async function admitOperator(
  { token, failures, failedAuthentications, addressOf }: OperatorGate,
  request: Request,
): Promise<undefined> {
  const [header = '', ...more] = valuesOf(request.rawHeaders, 'authorization')
  const [, presented = ''] = BEARER.exec(header) ?? []
  // Hashes have equal length, so the time of the comparison reveals nothing.
  const isRight = timingSafeEqual(sha256(presented), sha256(token)) && more.length === 0
  if (isRight) return undefined
  const address = addressOf(request)
  failedAuthentications.note('invalid_operator_token', address)
  await failures.take(address)
  throw new DomainError('invalid_operator_token')
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
