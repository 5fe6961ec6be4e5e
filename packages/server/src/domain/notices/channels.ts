import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import type { Person } from '../people/person.js'
import type { Channel } from '../shared/channel.js'
import type { Tx } from '../store/unit-of-work.js'

/** The channels that reach a person. */
export const channelsOf = (
  { policy }: Pick<Context, 'policy'>,
  { chat }: Pick<Person, 'chat'>,
): readonly Channel[] => policy.noticeChannels.filter((channel) => channel === 'mail' || chat !== null)

/** Names the reader behind a channel, whom people of several merchants may share. */
export const readerOf = ({ mail, chat }: Pick<Person, 'mail' | 'chat'>, channel: Channel): string =>
  channel === 'mail' ? mail : `${channel} ${chat?.id}`

/** Stores a message with which a person tries a channel. */
export const testChannel = (
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids' | 'vault'>,
  { id: personId }: Pick<Person, 'id'>,
  channel: Channel,
): Promise<void> => queueMessage(tx, context, { kind: 'channel_test', personId }, { channel, personId })
