import type { ClaimedMessage, SealedMessage } from '../messages/message.js'
import type { Channel } from '../shared/channel.js'
import type { Instant } from '../shared/types.js'
import type { SendQueue } from './send-queue.js'

/** The messages that wait. One that was sent or dropped is deleted. */
export interface MessageTable {
  insert(message: SealedMessage): Promise<void>
  /** The messages of a channel. */
  queue(channel: Channel): SendQueue<ClaimedMessage>
  /** Deletes messages that were stored by then. */
  purge(until: Instant): Promise<void>
  /** Deletes the messages to a person. */
  deleteOf(personId: string): Promise<void>
  /** Deletes all messages. */
  deleteEvery(): Promise<void>
}
