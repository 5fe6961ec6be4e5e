import { readConfig } from '../../config/config.js'
import { hasMailServer } from '../../config/mail-settings.js'
import { isReachedPrivately } from '../../config/public-url.js'
import { requireMerchant } from '../../domain/merchants/merchants.js'
import { letIn, removePerson } from '../../domain/people/people.js'
import type { Person } from '../../domain/people/person.js'
import { personOf } from '../../domain/shared/audit-entry.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { PERSON_ROLES } from '../../domain/shared/person-role.js'
import type { Args } from '../command.js'
import { printInvited } from '../invited.js'
import { printLine, printRows, timeCell } from '../output.js'
import { changeSecrets, mandateOf, readStore } from '../store-access.js'

/**
 * Lets a person of a merchant in, and invites the person where the merchant does not know the address: by a mail before the
 * first sign-in, where the server sends any, else by a link that it prints.
 */
export async function invite(args: Args): Promise<number> {
  const mail = args.required('mail')
  const wanted = {
    merchantId: args.requiredOperand('merchant-id'),
    mail,
    name: args.text('name') ?? mail,
    role: args.choice('role', PERSON_ROLES) ?? 'owner',
  }
  const config = readConfig()
  if (!isReachedPrivately(config))
    throw new OperatorError(
      'there is no dashboard: it needs an https MERCHANTPAY_PUBLIC_URL, or a loopback address',
    )
  const isByMail = hasMailServer(config) && !args.flag('link')
  const invited = await changeSecrets(async (tx, context) => {
    await requireMerchant(tx, wanted.merchantId)
    return letIn(tx, context, wanted, mandateOf(args), isByMail)
  })
  printInvited(config, 'dashboard', invited)
  return 0
}

/** Removes a person of a merchant, and signs the person out. */
export async function remove(args: Args): Promise<number> {
  const wanted = { merchantId: args.requiredOperand('merchant-id'), id: args.required('person') }
  const mandate = mandateOf(args)
  await changeSecrets((tx, context) =>
    removePerson(tx, context, wanted, { ...mandate, issuedBy: personOf(mandate.actor) }),
  )
  printLine(`${wanted.id} is removed, and signed out everywhere`)
  return 0
}

/** Lists the people of a merchant. */
export async function list(args: Args): Promise<number> {
  const id = args.requiredOperand('merchant-id')
  const people = await readStore(async (tx) => {
    await requireMerchant(tx, id)
    return tx.people.list(id)
  })
  printRows(people.map(rowOf), args.isJson)
  return 0
}

const rowOf = (person: Person) => ({
  id: person.id,
  mail: person.mail,
  name: person.name,
  role: person.role,
  invited_at: timeCell(person.invitedAt),
  last_used_at: timeCell(person.usedAt),
})
