import { findOperator, type Operator } from '../../domain/people/operators.js'
import { addPasskey } from '../../domain/people/passkeys.js'
import type { PeopleMandate } from '../../domain/people/people.js'
import { removePasskey } from '../../domain/people/people.js'
import { readPersonGrants } from '../../domain/people/person-grants.js'
import { requireSession, SessionEnded } from '../../domain/sessions/sessions.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { requirePasskey } from '../../pages/passkey-form.js'
import type { Route } from '../page.js'
import type { Visit } from '../visit.js'

type Submit = NonNullable<Route['submit']>

export const addPasskeyForm: Submit = async (visit) => {
  const given = requirePasskey(visit)
  await changeOwn(visit, (tx, person, mandate) =>
    addPasskey(tx, visit.services.context, { person, ...given }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/operators', { done: 'passkey' }) }
}

export const deletePasskeyForm: Submit = async (visit) => {
  const passkeyId = visit.param('passkey')
  await changeOwn(visit, (tx, person, mandate) =>
    removePasskey(tx, visit.services.context, { person, passkeyId }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/operators', { done: 'passkey-deleted' }) }
}

/** Changes what operators change for themselves. Session and person are read again. @throws SessionEnded */
export function changeOwn(
  visit: Visit,
  change: (tx: Tx, person: Operator, mandate: PeopleMandate) => Promise<void>,
): Promise<void> {
  const { store, context } = visit.services
  const { session } = visit.request
  return store.write(async (tx) => {
    await requireSession(tx, context, session)
    const access = readPersonGrants(session.grants)
    const person = access && (await findOperator(tx, access, session, context.clock.real()))
    if (!person) throw new SessionEnded()
    await change(tx, person, { actor: visit.actor, reason: null, issuedBy: access.issuedBy })
  })
}
