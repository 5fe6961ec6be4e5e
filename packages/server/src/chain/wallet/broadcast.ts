import type { BroadcastResult } from '../../domain/withdrawals/sender.js'

const ORDER: readonly BroadcastResult['kind'][] = ['accepted', 'known', 'later', 'refused']

/** What several nodes answered, as one answer: one that has it is enough. */
export function bestOf(answers: readonly BroadcastResult[]): BroadcastResult {
  const best = ORDER.flatMap((kind) => answers.filter((answer) => answer.kind === kind))[0]
  return best ?? { kind: 'later', why: 'no node answers' }
}
