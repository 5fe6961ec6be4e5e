import { channelsOf } from '../../domain/notices/channels.js'
import {
  isAlwaysTold,
  type NoticeKind,
  noticesOf,
  noticesText,
  offeredNotices,
} from '../../domain/notices/notice-choice.js'
import type { Person } from '../../domain/people/person.js'
import type { Channel } from '../../domain/shared/channel.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { checkboxes, selectField } from '../../ui/fields.js'
import { plainTable } from '../../ui/table.js'
import type { WordKey } from '../frame/texts.js'
import type { Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { alsoTold } from './also-told.js'
import { changeOwn } from './people-change.js'

/** The fields of the form, of which each has the kinds of its channel. */
const FIELDS: Readonly<Record<Channel, string>> = { mail: 'notice', telegram: 'telegram' }
const TEST = 'test'

const GROUPS = {
  paid: 'notices_of_money',
  underpaid: 'notices_of_money',
  overpaid: 'notices_of_money',
  refund_needed: 'notices_of_money',
  withdrawal: 'notices_of_payouts',
  new_destination: 'notices_of_payouts',
  endpoint_failing: 'notices_of_webhooks',
  summary: 'notices_of_days',
} as const satisfies Record<NoticeKind, WordKey>

/**
 * The notices that the person who is signed in gets, by each channel that reaches the person.
 *
 * @param people of the shop; undefined for a reader who may not know them
 */
export function noticesCard(visit: Visit, person: Person, people: readonly Person[] | undefined): Html {
  const { kinds, includesTest } = noticesOf(person)
  const boxes = plainTable<NoticeKind>({
    caption: visit.plain('tell_me_about'),
    rows: offeredNotices(person),
    groupOf: (kind) => visit.plain(GROUPS[kind]),
    columns: [
      {
        title: visit.text('tell_me_about'),
        cell: (kind) =>
          html`<strong>${visit.text(`notice_${kind}`)}</strong><small class="dim">${visit.text(`about_${kind}`)}</small>`,
      },
      ...channelsOf(visit.services.context, person).map((channel) => ({
        title: visit.text(`notices_${channel}`),
        cell: (kind: NoticeKind) =>
          box(visit, { kind, channel }, kinds[channel].includes(kind), isAlwaysTold(person, kind, channel)),
      })),
      ...(people ? [alsoTold(visit, people)] : []),
    ],
  })
  const test = { value: TEST, title: visit.text('notice_test'), isChecked: includesTest }
  const language = selectField({
    name: 'language',
    label: visit.text('language_of_notices'),
    value: person.language ?? 'en',
    options: visit.services.noticeLanguages.map(({ tag, name }) => ({ value: tag, text: name })),
  })
  const save = button({ text: visit.plain('save'), icon: 'check', kind: 'primary' })
  const fields = html`${boxes}<div class="pad">${checkboxes(FIELDS.mail, visit.text('environment'), [test])}${language}${save}</div>`
  return card({
    id: 'notices',
    title: visit.plain('notices'),
    aside: visit.text('notices_text'),
    isFlush: true,
    body: postForm(visit, '/me/notices', fields),
  })
}

/** Stores the notices and the language that a person has chosen. Those of a channel that is not shown stay as they are. */
export const chooseNoticesForm: Submit = async (visit) => {
  const test = visit.fields(FIELDS.mail).includes(TEST)
  const language = visit.services.noticeLanguages.find(({ tag }) => tag === visit.field('language'))
  await changeOwn(visit, async (tx, { person }) => {
    const shown = channelsOf(visit.services.context, person)
    const before = noticesOf(person).kinds
    const kindsBy = (channel: Channel): readonly NoticeKind[] => {
      const chosen = visit.fields(FIELDS[channel])
      return offeredNotices(person).filter((kind) => chosen.includes(kind))
    }
    const kinds = {
      mail: shown.includes('mail') ? kindsBy('mail') : before.mail,
      // Without a chat, a later one begins with what comes by mail.
      telegram: shown.includes('telegram') ? kindsBy('telegram') : [],
    }
    await tx.people.setNotices(person.id, noticesText({ kinds, includesTest: test }))
    if (language) await tx.people.setLanguage(person.id, language.tag)
  })
  return { kind: 'redirect', to: visit.path('/me/notices', { done: 'notices' }) }
}

function box(
  visit: Visit,
  { kind, channel }: { kind: NoticeKind; channel: Channel },
  isChecked: boolean,
  isFixed: boolean,
): Html {
  const notice = visit.plain(`notice_${kind}`)
  const label = visit.words.say('notice_by', { notice, channel: visit.plain(`notices_${channel}`) })
  return html`<input type="checkbox"${attributes({ name: FIELDS[channel], value: kind, checked: isChecked, disabled: isFixed, 'aria-label': label, title: isFixed && visit.plain('always_told') })}>`
}
