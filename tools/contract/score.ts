/** The score of Redocly, which rates how well a program can use a contract: examples, bounds, descriptions, depth of schemas. */
import { join } from 'node:path'
import { root, tool } from '../lib/run.js'

const WHOLE = 94
/** The filters of a list of orders cost ten points, and the price in its rows one. */
const OPERATION = 83

/** The parts of Redocly's report that are compared. */
export interface Score {
  readonly agentReadiness: number
  readonly operationScores: Readonly<Record<string, { readonly agentReadiness: number }>>
  /** How many steps of shared schemas lead from an operation to the farthest other one. */
  readonly dependencyDepths: Readonly<Record<string, number>>
}

export async function scoreOf(contract: string): Promise<Score> {
  const { stdout } = await tool('redocly', ['score', join(root, 'openapi', contract), '--format=json'])
  return JSON.parse(stdout.toString()) as Score
}

/** Says what to improve; nothing for a contract that is good enough. */
export function scoreFaults(contract: string, score: Score): string[] {
  const { agentReadiness, operationScores, dependencyDepths } = score
  const low = Object.entries(operationScores)
    .filter(([, operation]) => operation.agentReadiness < OPERATION)
    .map(([id, operation]) => `${id} scores ${operation.agentReadiness}, not ${OPERATION}`)
  if (agentReadiness >= WHOLE) return low
  const far = Object.keys(dependencyDepths).filter((id) => (dependencyDepths[id] ?? 0) > 1)
  return [
    `${contract} scores ${agentReadiness}, not ${WHOLE}: \`npx redocly score openapi/${contract} --operation-details\``,
    ...far.map((id) => `${id} has no error response of its own, which would connect it with the others`),
    ...low,
  ]
}
