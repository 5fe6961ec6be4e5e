import { Args, type Command } from './commands/command.js'
import { COMMANDS } from './commands/command-table.js'
import { printError, printNote, printText } from './commands/output.js'
import { renderHelp } from './config/settings-docs.js'

/** Exit codes, documented in `--help`. */
const EXIT = { ok: 0, failed: 1, usage: 2, missing: 69, damaged: 74, unreachable: 75, config: 78 } as const

/** Matched by name, because the classes live in modules that only a running command imports. */
const STARTUP_ERRORS: ReadonlySet<string> = new Set([
  'ConfigError',
  'MigrationError',
  'RestoreUnfinished',
  'DatabaseInUse',
  'DatabaseRefusal',
  'DriverUnusable',
  'FileUnusable',
])

// Without this handler a secret that is shown once would be lost, and the exit code would report success.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return // the reader closed its end, as in `… | head`
  printNote(`the output could not be written: ${message}`)
  process.exitCode = EXIT.failed
})
const code = await main(process.argv.slice(2))
process.exitCode ||= code

async function main(args: string[]): Promise<number> {
  // The longer name first, since `restore` and `restore status` are two commands.
  const name = [args.slice(0, 2), args.slice(0, 1)]
    .map((words) => words.join(' '))
    .find((words) => COMMANDS.has(words))
  const command = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || command === undefined) {
    printText(help())
    return args.includes('--help') ? EXIT.ok : EXIT.usage
  }
  if (args.includes('--help')) {
    printText(usageLine(name, command))
    return EXIT.ok
  }
  // A file that a command creates holds secrets or locks: other users of the machine get no access.
  process.umask(0o077)
  try {
    return await command.run(new Args(command.usage, args.slice(name.split(' ').length)))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'UsageError') {
      printNote(`${error.message}; usage: ${usageLine(name, command)}`)
      return EXIT.usage
    }
    printError(error)
    if (error.name === 'ToolMissing') return EXIT.missing
    if (error.name === 'DatabaseDamaged') return EXIT.damaged
    if (error.name === 'DatabaseUnreachable') return EXIT.unreachable
    return STARTUP_ERRORS.has(error.name) ? EXIT.config : EXIT.failed
  }
}

function usageLine(name: string, { usage }: Command): string {
  return `merchantpay-server ${name} ${usage}`.trimEnd()
}

function help(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length))
  const commands = [...COMMANDS].flatMap(([name, { does, usage }]) => [
    `  ${name.padEnd(width)}  ${does}`,
    ...(usage === '' ? [] : [`  ${' '.repeat(width)}    ${usage}`]),
  ])
  return [
    'merchantpay-server <command>',
    '',
    'Commands',
    ...commands,
    '',
    'Settings, from the environment [default]',
    renderHelp(),
    '',
    'Exit codes: 0 done · 1 refused, not found or failed · 2 wrong usage · 69 a program of PostgreSQL is missing',
    '· 70 ended by a bug · 74 the database may be damaged · 75 the database cannot be reached, or a newer version has migrated it',
    '· 78 a setting, the database or the SQLite driver cannot be used',
  ].join('\n')
}
