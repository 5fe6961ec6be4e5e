import type { Person } from '../../domain/people/person.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { linkButton, postForm } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { copyField } from '../../ui/copy-field.js'
import { notice } from '../../ui/notice.js'
import type { Visit } from '../visit.js'

/** A code that was just made. It is in this answer and never again. */
export interface NewCode {
  readonly code: string
  readonly expiresAt: Instant
}

/** The chat of the person who is signed in; nothing where the operator has no bot. */
export function chatCard(visit: Visit, { chat }: Person): Html {
  if (!visit.services.context.policy.noticeChannels.includes('telegram')) return NOTHING
  const name = chat && chat.name !== null ? html`<strong>${visit.exact(`@${chat.name}`)}</strong> ` : NOTHING
  const linked = chat
    ? html`<p>${name}<span class="dim">${visit.text('chat_since', { time: visit.time(chat.since) })}</span></p>`
    : NOTHING
  const link = button({ text: visit.plain(chat ? 'link_other_chat' : 'link_chat'), icon: 'link' })
  const end = button({ text: visit.plain('end_chat'), kind: 'quiet' })
  const forms = html`${postForm(visit, '/me/chat', link)}${chat ? postForm(visit, '/me/chat/end', end) : NOTHING}`
  return card({
    id: 'chat',
    title: visit.plain('notices_telegram'),
    body: html`${linked}<p class="dim">${visit.text('chat_text')}</p><div class="buttons">${forms}</div>`,
  })
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
  const sent = linkButton(visit, 'chat_sent', '/me')
  return notice({
    kind: 'info',
    title: visit.text('chat_code', { bot }),
    text: visit.text('chat_code_text', { time: visit.time(expiresAt) }),
    isResult: true,
    more: html`${copyField('chat-code', `/start ${code}`, words)}${botName === null ? buttons(sent) : buttons(buttonLink(open), sent)}`,
  })
}
