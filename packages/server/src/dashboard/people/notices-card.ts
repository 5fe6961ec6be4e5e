import {
  isAlwaysTold,
  NOTICE_KINDS,
  noticesOf,
  noticesText,
  offeredNotices,
} from '../../domain/notices/notice-choice.js'
import type { Person } from '../../domain/people/person.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { checkboxes, selectField } from '../../ui/fields.js'
import type { Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { changeOwn } from './people-change.js'

/** The mails that the person who is signed in gets; nothing where the server sends none. */
export function noticesCard(visit: Visit, person: Person): Html {
  const { hasMail, mailLanguages } = visit.services
  if (!hasMail) return NOTHING
  const { kinds, includesTest } = noticesOf(person)
  const offered = offeredNotices(person).filter((kind) => !isAlwaysTold(person, kind))
  const boxes = offered.map((kind) => ({
    value: kind,
    title: visit.text(`notice_${kind}`),
    text: visit.text(`about_${kind}`),
    isChecked: kinds.includes(kind),
  }))
  const test = { value: 'test', title: visit.text('notice_test'), isChecked: includesTest }
  const always = NOTICE_KINDS.some((kind) => isAlwaysTold(person, kind))
    ? html`<p class="dim">${visit.text('always_told')}</p>`
    : NOTHING
  const language = selectField({
    name: 'language',
    label: visit.text('language_of_mails'),
    value: person.language ?? 'en',
    options: mailLanguages.map(({ tag, name }) => ({ value: tag, text: name })),
  })
  const fields = html`${checkboxes('notice', visit.text('tell_me_about'), [...boxes, test])}${language}${button(
    {
      text: visit.plain('save'),
      icon: 'check',
      kind: 'primary',
    },
  )}`
  return card({
    id: 'notices',
    title: visit.plain('notices'),
    body: html`<p class="dim">${visit.text('notices_text', { mail: visit.exact(person.mail) })}</p>${always}${postForm(visit, '/me/notices', fields)}`,
  })
}

/** Stores the notices and the language that a person has chosen. Others are left out. */
export const chooseNoticesForm: Submit = async (visit) => {
  const chosen = visit.fields('notice')
  const language = visit.services.mailLanguages.find(({ tag }) => tag === visit.field('language'))
  await changeOwn(visit, async (tx, { person }) => {
    const kinds = offeredNotices(person).filter((kind) => chosen.includes(kind))
    await tx.people.setNotices(person.id, noticesText({ kinds, includesTest: chosen.includes('test') }))
    if (language) await tx.people.setLanguage(person.id, language.tag)
  })
  return { kind: 'redirect', to: visit.path('/me', { done: 'notices' }) }
}
