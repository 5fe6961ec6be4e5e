import { readConfig } from '../../config/config.js'
import { hasMailServer } from '../../config/mail-settings.js'
import { DEFAULT_ROLE } from '../../console/access/roles.js'
import { OPERATOR_ROLES } from '../../domain/people/operator-roles.js'
import { changeRole, letIn, removePerson } from '../../domain/people/people.js'
import { OPERATORS } from '../../domain/people/person.js'
import { personOf } from '../../domain/shared/audit-entry.js'
import { type Args, UsageError } from '../command.js'
import { printInvited } from '../invited.js'
import { printLine, printRows, timeCell } from '../output.js'
import { changeSecrets, mandateOf, readStore } from '../store-access.js'
import { requireConsole } from './console.js'

const peopleMandateOf = (args: Args) => {
  const mandate = mandateOf(args)
  return { ...mandate, issuedBy: personOf(mandate.actor) }
}

/**
 * Lets an operator in, and invites the operator where the address is not known: by a mail before the first sign-in, where the
 * server sends any, else by a link that it prints.
 */
export async function invite(args: Args): Promise<number> {
  const config = readConfig()
  requireConsole(config)
  const mail = args.required('mail')
  const wanted = {
    merchantId: OPERATORS,
    mail,
    name: args.text('name') ?? mail,
    role: args.choice('role', OPERATOR_ROLES) ?? DEFAULT_ROLE,
  }
  const isByMail = hasMailServer(config) && !args.flag('link')
  const invited = await changeSecrets((tx, context) => letIn(tx, context, wanted, mandateOf(args), isByMail))
  printInvited(config, 'console', invited)
  return 0
}

/** Lists the operators. */
export async function list(args: Args): Promise<number> {
  const people = await readStore((tx) => tx.people.list(OPERATORS))
  const rows = people.map(({ id, mail, name, role, invitedAt, usedAt }) => ({
    ...{ id, mail, name, role },
    invited_at: timeCell(invitedAt),
    last_used_at: timeCell(usedAt),
  }))
  printRows(rows, args.isJson)
  return 0
}

/** Changes the role of an operator, which holds from the next request. */
export async function role(args: Args): Promise<number> {
  const id = args.requiredOperand('person-id')
  const wanted = args.choice('role', OPERATOR_ROLES)
  if (wanted === undefined) throw new UsageError('--role is required')
  await changeSecrets((tx, context) =>
    changeRole(tx, context, { merchantId: OPERATORS, id, role: wanted }, peopleMandateOf(args)),
  )
  printLine(`${id} has the role ${wanted}`)
  return 0
}

/** Removes an operator, who is signed out everywhere. */
export async function remove(args: Args): Promise<number> {
  const id = args.requiredOperand('person-id')
  await changeSecrets((tx, context) =>
    removePerson(tx, context, { merchantId: OPERATORS, id }, peopleMandateOf(args)),
  )
  printLine(`${id} is removed, and signed out everywhere`)
  return 0
}
