import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import type { NoticeFacts } from '../messages/notice-message.js'
import type { Person } from '../people/person.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { channelsOf } from './channels.js'
import { type NoticeKind, noticesOf } from './notice-choice.js'

type Parts = Pick<Context, 'clock' | 'ids' | 'vault' | 'policy'>

/** Something that has happened, by the notices that it counts for: the first one that a person has chosen is told. */
export interface Happening extends Scope {
  readonly kinds: readonly NoticeKind[]
  /** Called for each message. */
  readonly facts: (kind: NoticeKind) => Promise<NoticeFacts> | NoticeFacts
}

/**
 * Stores a message for each person of a merchant who wants to know, and for each channel. The transaction of the fact calls it, so no notice is lost
 * and none is stored twice.
 *
 * @param people of the merchant, where the caller has read them
 */
export async function tellPeople(
  tx: Tx,
  context: Parts,
  { kinds, facts, merchantId, environment }: Happening,
  people?: readonly Person[],
): Promise<void> {
  if (context.policy.noticeChannels.length === 0) return
  for (const person of people ?? (await tx.people.list(merchantId))) {
    const choice = noticesOf(person)
    if (person.usedAt === null || (environment === 'test' && !choice.includesTest)) continue
    for (const channel of channelsOf(context, person)) {
      const kind = kinds.find((each) => choice.kinds[channel].includes(each))
      if (!kind) continue
      const notice = await facts(kind)
      const content = { kind: 'notice', personId: person.id, environment, notice } as const
      await queueMessage(tx, context, content, { channel, personId: person.id })
    }
  }
}
