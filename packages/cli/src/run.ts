import { type Account, findAccount, requireAccount } from './account/account.js'
import { newClient } from './account/client.js'
import { requireConfirmation } from './account/confirmation.js'
import type { Context } from './context.js'
import { EXIT } from './exit-codes.js'
import { Failure } from './failure.js'
import { commandHelp, overview } from './help.js'
import { Input } from './input.js'
import { Output } from './output.js'
import type { Process } from './process.js'
import { programName, spelled } from './spelling.js'
import { type Command, shapeOf } from './table/command.js'
import { COMMANDS, findCommand } from './table/commands.js'

/** Runs one call of the command. @returns the exit code */
export async function runCommand(args: readonly string[], io: Process): Promise<number> {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const wantsHelp = flags.includes('--help') || flags.includes('-h')
  const output = outputOf(flags, io)
  const command = findCommand(args)
  if (!command) return explain(args, io, output, wantsHelp)
  if (wantsHelp) {
    io.stdout.write(`${commandHelp(command)}\n`)
    return EXIT.ok
  }
  try {
    const input = new Input(shapeOf(command), args.slice(command.name.split(' ').length))
    const code = (await execute(command, input, io, output)) ?? EXIT.ok
    return code
  } catch (error) {
    // A call that was interrupted ends without a message.
    if (io.signal.aborted) return EXIT.interrupted
    const { exitCodeOf, fieldsOf, textOf } = await import('./error-report.js')
    if (output.isJson) output.warn(JSON.stringify({ error: fieldsOf(error) }))
    else output.warn(`merchantpay: ${spelled({ ...io, commands: COMMANDS }, textOf(error))}`, 'red')
    if (error instanceof Failure && error.code === 'usage')
      output.note(`usage: ${programName(io.env)} ${command.name} --help`)
    return exitCodeOf(error)
  }
}

async function execute(
  command: Command,
  input: Input,
  io: Process,
  output: Output,
): Promise<number | undefined> {
  let account: Account | undefined
  const context: Context = {
    ...io,
    input,
    output,
    commands: COMMANDS.map((each) => ({ ...each, ...shapeOf(each) })),
    account() {
      account ??= requireAccount(findAccount(io, input.text('profile')))
      return account
    },
    async client(use = command.isWrite ? 'write' : 'read') {
      const found = context.account()
      if (use === 'write') requireConfirmation(input, found.keyId, 'the change')
      return newClient(found, output)
    },
  }
  const { run } = await command.load()
  try {
    return await run(context)
  } catch (error) {
    if (!account) throw error
    const { withAddress } = await import('./error-report.js')
    throw withAddress(error, account)
  }
}

function outputOf(args: readonly string[], { env, stdout, stderr }: Process): Output {
  const isJson = args.includes('--json')
  return new Output({
    stdout,
    stderr,
    isJson,
    isQuiet: args.includes('--quiet'),
    isColoured: stdout.isTTY === true && !isJson && !env.NO_COLOR && env.TERM !== 'dumb',
  })
}

/** Answers a call that names no command. */
async function explain(
  args: readonly string[],
  io: Process,
  output: Output,
  wantsHelp: boolean,
): Promise<number> {
  if (args.includes('--version')) {
    const { VERSION } = await import('./version.js')
    io.stdout.write(`${VERSION}\n`)
    return EXIT.ok
  }
  const words = args.filter((arg) => !arg.startsWith('-'))
  const named = words.map((_, at) => findCommand(words.slice(at))).find(Boolean)
  if (args[0]?.startsWith('-') && named && !wantsHelp) {
    output.warn(
      `merchantpay: options come after the command: ${programName(io.env)} ${named.name} ${args[0]}`,
    )
    return EXIT.usage
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (wantsHelp || args.length === 0) {
    io.stdout.write(`${overview(group.length > 0 ? group : COMMANDS)}\n`)
    return wantsHelp ? EXIT.ok : EXIT.usage
  }
  if (group.length > 0 && words.length > 1)
    output.warn(`merchantpay: unknown command ${words.slice(0, 2).join(' ')}\n`)
  if (group.length > 0) output.warn(overview(group))
  else output.warn(`merchantpay: unknown command ${words.join(' ')}; ${programName(io.env)} --help lists all`)
  return EXIT.usage
}
