import { publicUrlOf } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import type { letIn } from '../domain/people/people.js'
import { type Area, signInUrl } from '../domain/sessions/session.js'
import { isoTime } from '../domain/shared/iso-time.js'
import { printLine } from './output.js'

/** Prints the link of a person who was let in, or that a mail has it. */
export function printInvited(config: Config, area: Area, invited: Awaited<ReturnType<typeof letIn>>): void {
  const { mail, role } = invited.person
  if (invited.token === undefined) {
    printLine(`the server sends an invitation to ${mail}, as ${role}, which works for three days`)
    return
  }
  printLine(signInUrl(publicUrlOf(config), area, invited.token))
  printLine(`signs ${mail} in once, as ${role}, until ${isoTime(invited.expiresAt)}`)
}
