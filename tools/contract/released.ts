/** The last released contracts, in `openapi/released`. `npm run release:version` replaces them. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../lib/run.js'
import { contractBreaks } from './contract-breaks.js'
import { CONTRACTS, readContract } from './document.js'

const FOLDER = 'openapi/released'
const ACCEPTED = join(root, FOLDER, 'accepted.yaml')

/** A break on purpose, with the reason why no client suffers. */
interface Accepted {
  readonly change: string
  readonly reason: string
}

/** Lists the breaks since the release that are not accepted. */
export function breaksSinceRelease(): string[] {
  const breaks = CONTRACTS.flatMap((name) => contractBreaks(readContract(name, FOLDER), readContract(name)))
  return unaccepted(breaks, parse(readFileSync(ACCEPTED, 'utf8')) as Accepted[])
}

/** Leaves out the accepted breaks. Those that do not exist are listed, so that the list stays short. */
export function unaccepted(breaks: readonly string[], accepted: readonly Accepted[]): string[] {
  return [
    ...breaks.filter((line) => !accepted.some(({ change }) => change === line)),
    ...accepted
      .filter(({ change, reason }) => !breaks.includes(change) || !reason)
      .map(({ change }) => `accepted without need or without a reason: ${change}`),
  ]
}

/** Makes the present contracts the released ones, with no break to accept. */
export function release(): void {
  for (const name of CONTRACTS) copyFileSync(join(root, 'openapi', name), join(root, FOLDER, name))
  writeFileSync(ACCEPTED, '[]\n')
}
