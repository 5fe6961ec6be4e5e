import { createChatCode, endChat } from '../../domain/notices/chats.js'
import type { Submit } from '../page.js'
import { changeOwn } from './people-change.js'
import { ownPageWith } from './person-page.js'

/** Shows a code that links a chat, in this answer only. */
export const linkChatForm: Submit = async (visit) => {
  const { store, context } = visit.services
  const made = await changeOwn(visit, (tx, { person }) => createChatCode(tx, context, person))
  return store.read((tx) => ownPageWith(tx, visit, made))
}

export const endChatForm: Submit = async (visit) => {
  await changeOwn(visit, async (tx, { person }) => {
    if (person.chat) await endChat(tx, visit.services.context, { person, chatId: person.chat.id }, person.id)
  })
  return { kind: 'redirect', to: visit.path('/me', { done: 'chat_ended' }) }
}
