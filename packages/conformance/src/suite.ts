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
 * The error codes that no client can provoke, and what would: they depend on the operator's settings or on
 * a fault of the server, so no case shows them.
 */
export const UNPROVOKED: Readonly<Partial<Record<ErrorCode, string>>> = {
  internal_server_error: 'a fault of the server',
  service_unavailable: 'a database that is busy or full, or a server that is stopping',
  no_available_address: 'the operator’s limit of addresses is reached',
  registration_closed: 'the operator closed registration, or asks for a token',
}

/**
 * The cases that a target can run, each with a name of its own and free of any test framework. They run one
 * after another, in this order, and share merchants. They expect the operator's settings to be the defaults,
 * but for the registrations: about 50 calls come from one address. About 45 requests are refused for their
 * signature, which a server counts by address too, so a target takes one run a minute. With a key of the
 * target's, the limits of its one merchant make a run wait now and then. The module needs the
 * optional peer `valibot`.
 *
 * @param target where they run; see {@link ConformanceTarget}
 *
 * @example
 * for (const { name, run } of conformance({ baseUrl })) test(name, run)
 */
export function conformance(target: ConformanceTarget): ConformanceCase[] {
  const session = new Session(target)
  return CATALOGUE.filter((one) => lackOf(one, target) === undefined).map(
    ({ name, operationId, covers, run }) => ({ name, operationId, covers, run: () => run(session) }),
  )
}

/** The cases that a target cannot run, and what it lacks. */
export function leftOut(target: ConformanceTarget): LeftOutCase[] {
  return CATALOGUE.flatMap((one) => {
    const reason = lackOf(one, target)
    return reason === undefined ? [] : [{ name: one.name, reason }]
  })
}
