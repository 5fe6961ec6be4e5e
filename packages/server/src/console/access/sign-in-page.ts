import { type Html, html } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import { DEFAULT_ROLE, type Role } from './roles.js'

/** The command that makes a link for a person. The default role is left out. */
export const linkCommand = (name: string, role: Role = DEFAULT_ROLE): string =>
  `merchantpay-server console --as ${name}${role === DEFAULT_ROLE ? '' : ` --role ${role}`}`

/** The command that lets a person in, and makes another link for one who is known. */
export const inviteCommand = (mail: string): string => `merchantpay-server console invite --mail ${mail}`

const command = codeBlock({ id: 'command', label: 'Command', code: linkCommand('mira.k') })

/** How to sign in. @param asked path and query of the page that was asked for */
export const signIn = (asked: string): Html =>
  html`<p>Run this on the server. It prints a link that signs you in once, within 10 minutes.</p>
${command}
<p class="small">The audit log records the name with everything you do. The session can only read; add <code>--role support</code>, <code>finance</code> or <code>admin</code> for one that can act.</p>
<p class="small"><a href="${asked}">Signed in already? Open the console</a></p>`

export const spent = html`<p>A link works once and for 10 minutes. Make a new one on the server:</p>${command}`
