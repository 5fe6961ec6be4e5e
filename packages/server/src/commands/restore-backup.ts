import type { Args } from './command.js'

export async function restore(_args: Args): Promise<number> {
  return 1
}
