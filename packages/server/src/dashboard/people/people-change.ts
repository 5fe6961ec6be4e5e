import type { PeopleMandate } from '../../domain/people/people.js'
import type { Person } from '../../domain/people/person.js'
import type { Right } from '../../domain/people/person-roles.js'
import { SessionEnded } from '../../domain/sessions/sessions.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { changeBySession } from '../session-change.js'
import type { Visit } from '../visit.js'

/** The person who acts, as of the transaction that acts. */
interface Author {
  readonly person: Person
  readonly mandate: PeopleMandate
  readonly rights: ReadonlySet<Right>
}

type Change<Result> = (tx: Tx, author: Author) => Promise<Result>

/**
 * Changes the people of the merchant. The API has no operation for it, since a key never makes a person.
 *
 * @throws forbidden unless the person manages people; SessionEnded, and the refusals of the change
 */
export const changePeople = <Result>(visit: Visit, change: Change<Result>): Promise<Result> =>
  changeOwn(visit, async (tx, author) => {
    if (!author.rights.has('people')) throw new DomainError('forbidden')
    return change(tx, author)
  })

/**
 * Changes what people may change without an operation of the API. Session, person and role are read again in the transaction.
 *
 * @throws SessionEnded, and the refusals of the change
 */
export function changeOwn<Result>(visit: Visit, change: Change<Result>): Promise<Result> {
  return changeBySession(visit, async (tx, { person, issuedBy, rights }) => {
    if (!person) throw new SessionEnded()
    const mandate = { actor: person.id, reason: null, issuedBy }
    return change(tx, { person, mandate, rights })
  })
}
