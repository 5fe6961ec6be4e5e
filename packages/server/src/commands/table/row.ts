import { NETWORKS } from '../../networks/networks.js'
import type { Command } from '../command.js'

export type CommandRow = [name: string, command: Command]

/** Which environment a list shows. */
export const WHERE = '[--environment live|test]'
export const NETWORK = `--environment live|test --network ${NETWORKS.join('|')}`
export const PAGE = '[--limit <n>] [--json]'

/** One command: its name, the options that its usage shows, and what it does. */
export const row = (name: string, usage: string, does: string, run: Command['run']): CommandRow => [
  name,
  { usage, does, run },
]
