import { channelsOf } from '../../domain/notices/channels.js'
import type { Person } from '../../domain/people/person.js'
import type { Channel } from '../../domain/shared/channel.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { linkButton, postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { copyField } from '../../ui/copy-field.js'
import type { IconName } from '../../ui/icons.js'
import { icon } from '../../ui/icons.js'
import { notice } from '../../ui/notice.js'
import type { Visit } from '../visit.js'

/** A code that was just made. It is in this answer and never again. */
export interface NewCode {
  readonly code: string
  readonly expiresAt: Instant
}

const ICONS: Readonly<Record<Channel, IconName>> = { mail: 'mail', telegram: 'link' }

/** The ways in which the person who is signed in can be told, with a test of each. */
export const channelsCard = (visit: Visit, person: Person): Html =>
  card({
    id: 'channels',
    title: visit.plain('channels'),
    isFlush: true,
    body: html`<ul>${joinHtml(visit.services.context.policy.noticeChannels.map((channel) => rowOf(visit, person, channel)))}</ul>`,
  })

function rowOf(visit: Visit, person: Person, channel: Channel): Html {
  const { chat } = person
  const test = postForm(visit, `/me/notices/test/${channel}`, button({ text: visit.plain('send_test') }))
  const isLinked = channelsOf(visit.services.context, person).includes(channel)
  const about = channel === 'mail' ? html`<p>${visit.exact(person.mail)}</p>` : aboutChat(visit, chat)
  return html`<li>${icon(ICONS[channel])}<div><h3>${visit.text(`notices_${channel}`)}</h3>${about}<div class="buttons">${isLinked ? test : NOTHING}${channel === 'mail' ? NOTHING : chatForms(visit, chat)}</div></div></li>`
}

function aboutChat(visit: Visit, chat: Person['chat']): Html {
  if (!chat) return html`<p>${visit.text('chat_text')}</p>`
  const name = chat.name === null ? NOTHING : html`${visit.exact(`@${chat.name}`)} · `
  return html`<p>${name}${visit.text('chat_since', { time: visit.time(chat.since) })}</p>`
}

function chatForms(visit: Visit, chat: Person['chat']): Html {
  const link = button({ text: visit.plain(chat ? 'link_other_chat' : 'link_chat'), icon: 'link' })
  const end = button({ text: visit.plain('end_chat'), kind: 'quiet' })
  return html`${postForm(visit, '/me/chat', link)}${chat ? postForm(visit, '/me/chat/end', end) : NOTHING}`
}

/** Says how to link a chat with a code that was just made. */
export async function codeNotice(tx: Tx, visit: Visit, { code, expiresAt }: NewCode): Promise<Html> {
  const botName = await tx.chats.findBotName()
  const bot = botName === null ? visit.text('bot_of_provider') : visit.exact(`@${botName}`)
  const open = {
    text: visit.plain('open_telegram'),
    icon: 'external',
    href: `https://t.me/${botName}?start=${code}`,
  } as const
  const words = { text: visit.plain('copy'), copied: visit.plain('copied') }
  const sent = linkButton(visit, 'chat_sent', '/me/notices')
  return notice({
    kind: 'info',
    title: visit.text('chat_code', { bot }),
    text: visit.text('chat_code_text', { time: visit.time(expiresAt) }),
    isResult: true,
    more: html`${copyField('chat-code', `/start ${code}`, words)}${botName === null ? buttons(sent) : buttons(buttonLink(open), sent)}`,
  })
}
