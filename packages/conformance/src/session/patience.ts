import type { Answer } from '../http/answer.js'
import { type Call, exchange, type Signing } from '../http/request.js'
import type { ConformanceTarget } from '../targets/target.js'
import { pass } from './pass.js'

/**
 * Sends a request that is refused for its signature. A server counts these per address, and has a limit below their number:
 * then the minute is waited for.
 */
export async function exchangePatiently(
  target: ConformanceTarget,
  call: Call,
  signing?: Signing,
): Promise<Answer> {
  const answer = await exchange(target, call, signing)
  if (answer.status !== 429) return answer
  await pass(target, Number(answer.headers.get('retry-after')) * 1_000)
  return exchange(target, call, signing)
}
