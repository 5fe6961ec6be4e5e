import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { DomainError } from '../domain/shared/errors.js'

/** Which strangers may register, as the operator set it. */
export interface RegistrationRule {
  readonly mode: 'open' | 'token' | 'closed'
  readonly token: string | undefined
}

/** Needs no body, so a stranger's body is not parsed for a refusal. @throws registration_closed */
export function requireOpenRegistration(rule: RegistrationRule, request: Request): void {
  if (!mayRegister(rule, request.get('x-registration-token'))) throw new DomainError('registration_closed')
}

function mayRegister({ mode, token }: RegistrationRule, given: string | undefined): boolean {
  if (mode !== 'token') return mode === 'open'
  if (token === undefined || given === undefined) return false
  return timingSafeEqual(sha256(token), sha256(given))
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
