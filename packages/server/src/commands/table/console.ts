import { type CommandRow, PAGE, row } from './row.js'

const operatorConsole = () => import('../console/console.js')
const operators = () => import('../console/operators.js')

export const CONSOLE_COMMANDS: readonly CommandRow[] = [
  row(
    'console',
    '--as <name> [--role viewer|support|finance|admin] [--reason <text>]',
    'print a link that signs a person in to the operator console, once and within 10 minutes',
    async (args) => (await operatorConsole()).link(args),
  ),
  row(
    'console invite',
    '--mail <address> [--name <text>] [--role viewer|support|finance|admin] [--link] [--reason <text>]',
    'let an operator in to the console, as a viewer by default: by a mail, or a printed link with --link, without a mail server and after the first sign-in',
    async (args) => (await operators()).invite(args),
  ),
  row('console people', '[--json]', 'list the operators with their roles', async (args) =>
    (await operators()).list(args),
  ),
  row(
    'console role',
    '<person-id> --role viewer|support|finance|admin [--reason <text>]',
    'change the role of an operator, from the next request on',
    async (args) => (await operators()).role(args),
  ),
  row(
    'console remove',
    '<person-id> [--reason <text>]',
    'remove an operator, who is signed out everywhere',
    async (args) => (await operators()).remove(args),
  ),
  row(
    'console sessions',
    '[--json]',
    'list the people who are signed in to the console and to dashboards',
    async (args) => (await operatorConsole()).sessions(args),
  ),
  row(
    'console revoke',
    '<session-id> [--reason <text>]',
    'end a session of the console or of a dashboard',
    async (args) => (await operatorConsole()).revoke(args),
  ),
  row('audit list', `[--subject <id>] ${PAGE}`, 'list the actions of operators', async (args) =>
    (await import('../console/audit.js')).list(args),
  ),
]
