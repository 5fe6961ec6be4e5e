import { type CommandRow, row } from './row.js'

const server = {
  serve: () => import('../server/serve.js'),
  migrate: () => import('../server/migrate.js'),
  config: () => import('../server/config.js'),
}

export const SERVER_COMMANDS: readonly CommandRow[] = [
  row('serve', '', 'run the server', async () => (await server.serve()).serve()),
  row('migrate', '', 'migrate the database to this version', async () => (await server.migrate()).migrate()),
  row(
    'backup',
    '--to <folder> [--keep <n>] [--json]',
    'back the database up while it is used',
    async (args) => (await import('../server/backup.js')).backup(args),
  ),
  row(
    'restore',
    '--from <file> [--skip <n>]',
    'restore a backup into an empty database, which is then recovering',
    async (args) => (await import('../server/restore-backup.js')).restore(args),
  ),
  row(
    'config check',
    '[--offline]',
    'check what a start would check, and change nothing; --offline asks no node',
    async (args) => (await server.config()).check(args),
  ),
  row('config print', '', 'print the settings in force', async () => (await server.config()).print()),
  row('probe', '[--live]', 'ask the running server whether it is ready, for health checks', async (args) =>
    (await import('../server/probe.js')).probe(args),
  ),
]
