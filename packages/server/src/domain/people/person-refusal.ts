import { OperatorError } from '../shared/operator-error.js'

const MESSAGES = {
  person_exists: 'a person with this mail address is there already',
  person_not_found: 'there is no such person',
  last_owner: 'the last owner cannot be removed or get another role: invite another one first',
  too_many_people: 'the merchant has as many people as it may have',
  too_many_invitations: 'the merchant has invited as many people as it may in 24 hours',
  invalid_mail: 'this is no mail address',
  invalid_passkey: 'the passkey cannot be used',
  too_many_passkeys: 'the person has as many passkeys as a person may have',
  invalid_name: 'a name has 1 to 100 characters',
} as const

export type PersonRefusalCode = keyof typeof MESSAGES

/** A change of people that is refused. Its message is for operators; the dashboard has words for each code. */
export class PersonRefusal extends OperatorError {
  constructor(readonly code: PersonRefusalCode) {
    super(MESSAGES[code])
  }
}
