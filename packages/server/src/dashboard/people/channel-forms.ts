import { channelsOf, readerOf, testChannel } from '../../domain/notices/channels.js'
import { createChatCode, endChat } from '../../domain/notices/chats.js'
import type { Person } from '../../domain/people/person.js'
import type { Channel } from '../../domain/shared/channel.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { noticesPageWith } from './notices-page.js'
import { changeOwn } from './people-change.js'

/** Shows a code that links a chat, in this answer only. */
export const linkChatForm: Submit = async (visit) => {
  const { store, context } = visit.services
  const made = await changeOwn(visit, (tx, { person }) => createChatCode(tx, context, person))
  return store.read((tx) => noticesPageWith(tx, visit, made))
}

export const endChatForm: Submit = async (visit) => {
  await changeOwn(visit, async (tx, { person }) => {
    if (person.chat) await endChat(tx, visit.services.context, { person, chatId: person.chat.id }, person.id)
  })
  return { kind: 'redirect', to: visit.path('/me/notices', { done: 'chat_ended' }) }
}

/** Sends a person a message that shows whether a channel works, as often as other messages may be asked for. */
export const testChannelForm: Submit = async (visit) => {
  const { context, countMessage } = visit.services
  if (!visit.person) throw new DomainError('not_found')
  await countMessage(readerOf(visit.person, reachingChannel(visit, visit.person)))
  await changeOwn(visit, (tx, { person }) => testChannel(tx, context, person, reachingChannel(visit, person)))
  return { kind: 'redirect', to: visit.path('/me/notices', { done: 'channel_tested' }) }
}

/** @throws not_found for a channel that does not reach the person */
function reachingChannel(visit: Visit, person: Person): Channel {
  const channel = channelsOf(visit.services.context, person).find((each) => each === visit.param('channel'))
  if (!channel) throw new DomainError('not_found')
  return channel
}
