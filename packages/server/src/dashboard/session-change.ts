import { type DashboardCaller, findDashboardCaller } from '../domain/merchants/dashboard-access.js'
import type { Right } from '../domain/people/person-roles.js'
import { requireSession, SessionEnded } from '../domain/sessions/sessions.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Visit } from './visit.js'

/**
 * Changes what the API has no operation for. Session, rights and merchant are read again in the transaction.
 *
 * @throws SessionEnded, and the refusals of the change
 */
export function changeBySession<Result>(
  visit: Visit,
  change: (tx: Tx, caller: DashboardCaller) => Promise<Result>,
): Promise<Result> {
  const { store, context } = visit.services
  const { session } = visit.request
  return store.write(async (tx) => {
    await requireSession(tx, context, session)
    const visitor = { session, environment: visit.environment, now: context.clock.real() }
    const caller = await findDashboardCaller(tx, visitor)
    if (!caller) throw new SessionEnded()
    return change(tx, caller)
  })
}

/**
 * Changes things of the shop, as an operation of the API would.
 *
 * @throws forbidden, merchant_suspended, SessionEnded, and the refusals of the change
 */
export const changeShop = <Result>(
  visit: Visit,
  need: Right,
  change: (tx: Tx, caller: DashboardCaller) => Promise<Result>,
): Promise<Result> =>
  changeBySession(visit, async (tx, caller) => {
    if (caller.merchant.status === 'SUSPENDED') throw new DomainError('merchant_suspended')
    if (!caller.rights.has(need)) throw new DomainError('forbidden')
    return change(tx, caller)
  })
