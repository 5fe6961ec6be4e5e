import type { MailNotice } from '../../domain/sessions/pages.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { field, hiddenField } from '../../ui/fields.js'
import type { Words } from '../../ui/words.js'
import type { WordKey } from '../frame/texts.js'

interface Place {
  readonly words: Words<WordKey>
  /** Path of the dashboard. */
  readonly base: string
}

/** The form that asks for a link by mail, to any address. @param to path and query to go on with */
export const askForMail = ({ words, base }: Place, to: string): Html =>
  html`<form method="post" action="${base}/sign-in/mail">${hiddenField('to', to)}${field({
    name: 'mail',
    label: words.plain('email'),
    attributes: { required: true, type: 'email', maxlength: 254, autocomplete: 'email', dir: 'ltr' },
  })}${button({ text: words.plain('send_me_a_link'), icon: 'mail' })}</form>
<p class="small">${words.plain('mail_rules')}</p>`

/** The button that asks for a link to the own address. @param to path and query to go on with */
export const askForOwnMail = ({ words, base }: Place, mail: string, to: string): Html =>
  html`<form method="post" action="${base}/sign-in/mail">${hiddenField('mail', mail)}${hiddenField('to', to)}${button(
    {
      text: words.plain('send_me_a_link'),
      kind: 'primary',
      icon: 'mail',
    },
  )}</form><p class="small">${words.plain('mail_rules')}</p>`

/** Heading and content of a page of people who follow a link in a mail. */
export function mailNoticeOf(notice: MailNotice, { words, base }: Place): { heading: string; body: Html } {
  const again = html`<p class="small"><a href="${base}">${words.plain('open_dashboard')}</a></p>`
  if (notice.kind === 'mail_sent')
    return {
      heading: words.plain('mail_sent'),
      body: html`<p>${words.plain('mail_sent_text')}</p><p class="small"><a href="${base}${notice.to}">${words.plain('mail_again')}</a></p>`,
    }
  if (notice.kind === 'stop') {
    const stop = button({ text: words.plain('stop_mails'), kind: 'primary' })
    const body = html`<p>${words.plain('stop_mails_text')}</p><form method="post">${stop}</form>`
    return { heading: words.plain('notices'), body }
  }
  if (notice.kind === 'stopped' || notice.kind === 'stop_refused')
    return {
      heading: words.plain(notice.kind),
      body: html`<p>${words.plain(`${notice.kind}_text`)}</p>${again}`,
    }
  if (notice.kind === 'mail_refused')
    return {
      heading: words.plain('mail_refused'),
      body: html`<p>${words.plain('mail_refused_text')}</p>${askForMail({ words, base }, '')}${again}`,
    }
  const choices = notice.choices.map(
    ({ personId, name }) =>
      html`<form method="post">${hiddenField('person', personId)}${button({ text: html`<bdi>${name}</bdi>` })}</form>`,
  )
  return {
    heading: words.plain('choose_merchant'),
    body: html`<p>${words.plain('choose_merchant_text')}</p>${joinHtml(choices)}`,
  }
}
