import type { ErrorCode } from '@merchantpay/sdk'
import { lackOf } from './case.js'
import { CATALOGUE } from './catalogue.js'
import { Session } from './session/session.js'
import type { ConformanceCase, ConformanceTarget } from './targets/target.js'

/** A case that a target cannot run, and why. */
export interface LeftOutCase {
  readonly name: string
  readonly reason: string
}

/**
 * The error codes that no client can provoke, each with its cause. They depend on the operator's settings or on a fault of
 * the server, so no case covers them.
 */
export const UNPROVOKED: Readonly<Partial<Record<ErrorCode, string>>> = {
  internal_server_error: 'a fault of the server',
  service_unavailable: 'a database that is busy or full, or a server that is stopping',
  rate_unavailable: 'a rate that is too old, or that the operator has not confirmed',
  no_available_address: 'the operator’s limit of addresses is reached',
  registration_closed: 'the operator closed registration, or asks for a token',
}

/**
 * The cases that a target can run. They run one after another, in this order, and share merchants. They expect default
 * settings, except for registrations: about 50 come from one address. More than 60 requests are refused for their signature,
 * which a server counts per address too, so the cases wait for the end of a minute. With a given key, the limits of its merchant
 * make some cases wait.
 */
export function conformance(target: ConformanceTarget): ConformanceCase[] {
  const session = new Session(target)
  return CATALOGUE.filter((one) => lackOf(one, target) === undefined).map(
    ({ name, operationId, covers, run }) => ({ name, operationId, covers, run: () => run(session) }),
  )
}

/** The cases that a target cannot run, with the reasons. */
export function leftOut(target: ConformanceTarget): LeftOutCase[] {
  return CATALOGUE.flatMap((one) => {
    const reason = lackOf(one, target)
    return reason === undefined ? [] : [{ name: one.name, reason }]
  })
}
