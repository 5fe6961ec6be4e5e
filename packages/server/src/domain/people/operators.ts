import type { Session } from '../sessions/session.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles.js'
import type { Person } from './person.js'
import { findPerson, type PersonAccess } from './person-access.js'

/** A person who signs in to the console. */
export interface Operator extends Omit<Person, 'role'> {
  readonly role: OperatorRole
}

/** Finds the operator of a session; undefined once the person is removed, or the session was not used for seven days. */
export async function findOperator(
  tx: Tx,
  access: PersonAccess,
  session: Pick<Session, 'usedAt'>,
  now: Instant,
): Promise<Operator | undefined> {
  const person = await findPerson(tx, access, session, now)
  const role = OPERATOR_ROLES.find((each) => each === person?.role)
  return person && role ? { ...person, role } : undefined
}
