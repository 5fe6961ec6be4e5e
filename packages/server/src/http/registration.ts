import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { DomainError } from '../domain/shared/errors.js'

/** The operator's setting for public registration. */
export interface RegistrationRule {
  readonly mode: 'open' | 'token' | 'closed'
  readonly token: string | undefined
}

/** Checks that the request may register. Runs before the body is parsed. @throws registration_closed */
export function requireOpenRegistration(rule: RegistrationRule, request: Request): void {
  if (!mayRegister(rule, request.get('x-registration-token'))) throw new DomainError('registration_closed')
}

function mayRegister({ mode, token }: RegistrationRule, sent: string | undefined): boolean {
  if (mode !== 'token') return mode === 'open'
  if (token === undefined || sent === undefined) return false
  return timingSafeEqual(sha256(token), sha256(sent))
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
