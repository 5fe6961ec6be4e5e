#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { renderHelp } from './settings-docs.js'

/** What the process answers: told in `--help`. */
const EXIT = { ok: 0, failed: 1, usage: 2, damaged: 74, config: 78 } as const

export interface Invocation {
  /** What stands behind the command's words. */
  readonly operands: readonly string[]
  readonly isJson: boolean
}
interface Command {
  readonly does: string
  /** Loads its rooms when it is called, so that `--help` is quick. @returns the exit code */
  run(invocation: Invocation): Promise<number>
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['serve', { does: 'run the server', run: async () => (await import('./commands/serve.js')).serve() }],
  [
    'migrate',
    {
      does: 'bring the database to this version',
      run: async () => (await import('./commands/migrate.js')).migrate(),
    },
  ],
  [
    'config check',
    {
      does: 'name every fault of the settings',
      run: async () => (await import('./commands/config.js')).check(),
    },
  ],
  [
    'config print',
    {
      does: 'print the settings in force, secrets masked',
      run: async () => (await import('./commands/config.js')).print(),
    },
  ],
  [
    'merchants list',
    {
      does: 'list merchants [--json]',
      run: async (given) => (await import('./commands/merchants.js')).list(given),
    },
  ],
  [
    'merchants activate',
    {
      does: 'open the live environment: <merchant id>',
      run: async (given) => (await import('./commands/merchants.js')).activate(given),
    },
  ],
  [
    'merchants suspend',
    {
      does: 'stop a merchant from writing: <merchant id>',
      run: async (given) => (await import('./commands/merchants.js')).suspend(given),
    },
  ],
])

/** Told by name: the classes live in rooms that are loaded only when a command runs. */
const REFUSED_AT_START: ReadonlySet<string> = new Set([
  'ConfigError',
  'MigrationError',
  'DatabaseInUse',
  'DriverUnusable',
])

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, strict: false })
  const [noun = '', verb = ''] = positionals
  const name = COMMANDS.has(noun) ? noun : `${noun} ${verb}`
  const command = COMMANDS.get(name)
  if (values.help || !command) {
    console.log(help())
    return values.help ? EXIT.ok : EXIT.usage
  }
  try {
    const operands = positionals.slice(name.split(' ').length)
    return await command.run({ operands, isJson: values.json === true })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    console.error(error.message)
    if (error.name === 'DatabaseDamaged') return EXIT.damaged
    return REFUSED_AT_START.has(error.name) ? EXIT.config : EXIT.failed
  }
}

function help(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length))
  const commands = [...COMMANDS].map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`)
  return [
    'merchantpay-server <command>',
    '',
    'Commands',
    ...commands,
    '',
    'Settings, from the environment [default]',
    renderHelp(),
    '',
    'Exit codes: 0 done · 1 failed · 2 wrong usage · 70 ended by a bug · 74 the database may be damaged · 78 a setting, the database or the SQLite driver cannot be used',
  ].join('\n')
}
