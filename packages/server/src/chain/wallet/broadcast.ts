import type { BroadcastResult } from '../../domain/chain/sender.js'

const ORDER: readonly BroadcastResult['kind'][] = ['accepted', 'known', 'later', 'refused']

/** Combines the answers of several nodes: one that has the transaction is enough. */
export function bestOf(answers: readonly BroadcastResult[]): BroadcastResult {
  const best = ORDER.flatMap((kind) => answers.filter((answer) => answer.kind === kind))[0]
  return best ?? { kind: 'later', why: 'no node answers' }
}
