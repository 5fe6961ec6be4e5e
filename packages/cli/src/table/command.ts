import type { Run } from '../context.js'
import type { Described, Option, Shape } from './option.js'

/** A row of the table of commands. Parsing, help, completion and `docs/cli.md` are made from it. */
export interface Command extends Described {
  /** Whether it changes something at the service, so that a live key needs `--yes`. */
  readonly isWrite?: true
  /** Sentences for the help of this command. */
  readonly notes?: readonly string[]
  /** Imports the code, which only a call needs. */
  load(): Promise<{ readonly run: Run }>
}

/** The options of every command. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: 'json', does: 'prints JSON, one document a line' },
  { name: 'quiet', does: 'prints results only, no notes' },
  { name: 'profile', value: 'name', does: 'uses a stored profile' },
  { name: 'help', does: 'prints the help of a command' },
]

/** For the commands that run until they are interrupted. */
export const ENDS_BY_CTRL_C = 'It runs until Ctrl-C, which ends it with exit code 0.'

const CONFIRMATION: Option = { name: 'yes', does: 'confirms a change with a live key' }

/** A command with all options that it accepts. */
export function shapeOf({ operands, options, isWrite }: Command): Shape {
  return { operands, options: [...options, ...(isWrite ? [CONFIRMATION] : []), ...GLOBAL_OPTIONS] }
}

/** The part of a usage line that follows the name. */
export function usageOf({ operands = [], options }: Command): string {
  const words = operands.map((name) => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`))
  for (const option of options) {
    const value = option.choices?.join('|') ?? (option.value && `<${option.value}>`)
    const text = `--${option.name}${value ? ` ${value}` : ''}`
    words.push(`${option.isRequired ? text : `[${text}]`}${option.isList ? '...' : ''}`)
  }
  return words.join(' ')
}
