import { listAttention } from '../../domain/attention/attention.js'
import type { AttentionItem } from '../../domain/attention/attention-item.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Visit } from '../visit.js'

/** Reads what waits for a person in the environment of the visit, with what belongs to no environment. */
export async function readWaiting(
  tx: Tx,
  { services, environment }: Pick<Visit, 'services' | 'environment'>,
): Promise<AttentionItem[]> {
  const items = await listAttention(tx, services.context)
  return items.filter((item) => item.environment === null || item.environment === environment)
}
