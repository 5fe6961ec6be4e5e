import type { Context } from '../context.js'
import type { Channel } from '../shared/channel.js'
import { tryDecrypt } from '../shared/vault.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ClaimedMessage, MessageContent } from './message.js'

/** Stores a message, which a worker sends after the commit. @param personId its reader, with whom it is deleted */
export async function queueMessage(
  tx: Tx,
  { clock, ids, vault }: Pick<Context, 'clock' | 'ids' | 'vault'>,
  content: MessageContent,
  { channel, personId }: { readonly channel: Channel; readonly personId: string | null },
): Promise<void> {
  const id = ids.uuid()
  const sealedContent = vault.encrypt(JSON.stringify(content), contextOf(id))
  await tx.messages.insert({
    ...{ id, channel, personId, sealedContent },
    dueAt: clock.now(),
    createdAt: clock.real(),
  })
}

/** Reads a message; undefined for one that this server has not stored, or under a master key that is gone. */
export function openMessage(
  { vault }: Pick<Context, 'vault'>,
  { id, sealedContent }: Pick<ClaimedMessage, 'id' | 'sealedContent'>,
): MessageContent | undefined {
  const text = tryDecrypt(vault, sealedContent, contextOf(id))
  return text === undefined ? undefined : (JSON.parse(text) as MessageContent) // sealed by queueMessage
}

const contextOf = (id: string): string => `messages/${id}`
