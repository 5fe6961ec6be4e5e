import { type CommandRow, PAGE, row } from './row.js'

const operatorConsole = () => import('../console/console.js')

export const CONSOLE_COMMANDS: readonly CommandRow[] = [
  row(
    'console',
    '--as <name> [--role viewer|support|finance|admin] [--reason <text>]',
    'print a link that signs a person in to the operator console, once and within 10 minutes',
    async (args) => (await operatorConsole()).link(args),
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
