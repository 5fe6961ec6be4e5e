import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { Args } from '../../../src/commands/command.js'
import { COMMANDS } from '../../../src/commands/command-table.js'

/** A row of `restore status --json`. */
export type StatusRow = Readonly<Record<string, unknown>> & { readonly item: string }

/** Runs operator commands in this process, on the database file of a test. */
export class OperatorScript {
  /** @param env further settings */
  constructor(
    private readonly file: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** Returns the rows that `restore status` prints. */
  async status(): Promise<StatusRow[]> {
    return (await this.run('restore status --json')).map((line) => JSON.parse(line) as StatusRow) // as the command prints it
  }

  /** Types each command that `restore status` prints, as it is printed, from the first to the last. @returns them */
  async typePrinted(): Promise<string[]> {
    const printed = (await this.status()).flatMap(({ command }) =>
      typeof command === 'string' ? command : [],
    )
    for (const command of printed) await this.run(command)
    return printed
  }

  /** @returns the printed lines. @throws Error if the command is refused */
  async run(line: string): Promise<string[]> {
    const words = line.split(' ')
    const name = words.slice(0, 2).join(' ')
    const command = COMMANDS.get(name)
    if (!command) throw new Error(`there is no command ${name}`)
    const lines: string[] = []
    const notes: string[] = []
    vi.stubEnv('MERCHANTPAY_DATABASE_URL', pathToFileURL(this.file).href)
    for (const [name, value] of Object.entries(this.env)) vi.stubEnv(name, value)
    const log = vi.spyOn(console, 'log').mockImplementation((text: string) => lines.push(...text.split('\n')))
    const error = vi.spyOn(console, 'error').mockImplementation((text: string) => notes.push(text))
    try {
      const code = await command.run(new Args(command.usage, words.slice(2)))
      if (code !== 0) throw new Error(`${line}: ${notes.join('\n')}`)
    } catch (failure) {
      throw new Error(`${line}: ${failure instanceof Error ? failure.message : failure}`)
    } finally {
      log.mockRestore()
      error.mockRestore()
      vi.unstubAllEnvs()
    }
    return lines
  }
}
