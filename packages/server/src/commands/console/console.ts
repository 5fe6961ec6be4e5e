import { readConfig } from '../../config/config.js'
import { publicUrlOf } from '../../config/public-url.js'
import type { Config } from '../../config/settings.js'
import { DEFAULT_ROLE, ROLES } from '../../console/access/roles.js'
import { accessOf } from '../../domain/merchants/dashboard-access.js'
import { readPersonGrants } from '../../domain/people/person-grants.js'
import { type Session, signInUrl } from '../../domain/sessions/session.js'
import { createSignInLink, revokeSession } from '../../domain/sessions/sessions.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { systemClock } from '../../runtime/clock.js'
import { type Args, UsageError } from '../command.js'
import { printLine, printRows, timeCell } from '../output.js'
import { changeSecrets, changeStore, mandateOf, readStore } from '../store-access.js'

/** Stands in the audit log, so that it can contain nothing that looks like another name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/

/** Prints a link that signs a person in to the console, once and within ten minutes. */
export async function link(args: Args): Promise<number> {
  const config = readConfig()
  requireConsole(config)
  const holder = args.required('as')
  if (!NAME.test(holder)) throw new UsageError('--as takes up to 64 letters, digits and . _ @ -')
  const grants = args.choice('role', ROLES) ?? DEFAULT_ROLE
  const { token, expiresAt } = await changeSecrets((tx, context) =>
    createSignInLink(tx, context, { area: 'console', holder, grants }, mandateOf(args)),
  )
  printLine(signInUrl(publicUrlOf(config), 'console', token))
  printLine(`signs ${holder} in once, as ${grants}, until ${isoTime(expiresAt)}`)
  return 0
}

/** @throws OperatorError where the console is off */
export function requireConsole({ isConsoleServed }: Pick<Config, 'isConsoleServed'>): void {
  if (!isConsoleServed)
    throw new OperatorError('the console is off: set MERCHANTPAY_CONSOLE=on for the server and this command')
}

/** Lists the people who are signed in to the console or to a dashboard. */
export async function sessions(args: Args): Promise<number> {
  const found = await readStore((tx) => tx.sessions.list(systemClock.real()))
  const rows = found.map((session) => ({
    id: session.id,
    area: session.area,
    name: session.holder,
    ...grantedCells(session),
    signed_in_at: timeCell(session.createdAt),
    until: timeCell(session.expiresAt),
  }))
  printRows(rows, args.isJson)
  return 0
}

/** A role in the console; in a dashboard a person, or scopes in one environment of a merchant. */
function grantedCells(session: Session) {
  if (session.area === 'console')
    return {
      role: readPersonGrants(session.grants) ? 'person' : session.grants,
      merchant: null,
      environment: null,
    }
  const access = accessOf(session)
  const { merchantId: merchant } = access
  if (access.kind === 'person') return { role: 'person', merchant, environment: null }
  return { role: access.scopes.join(','), merchant, environment: access.environment }
}

/** Ends a session at once. */
export async function revoke(args: Args): Promise<number> {
  const id = args.requiredOperand('session-id')
  const { area, holder } = await changeStore((tx, context) => revokeSession(tx, context, id, mandateOf(args)))
  printLine(`the ${area} session ${id} of ${holder} is ended`)
  return 0
}
