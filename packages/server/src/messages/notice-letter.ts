import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import type { NoticeFacts, NoticeMessage, NoticeSample } from '../domain/messages/notice-message.js'
import { noticesOf } from '../domain/notices/notice-choice.js'
import type { Person } from '../domain/people/person.js'
import type { Channel } from '../domain/shared/channel.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Letter } from './letter.js'
import type { MessageLanguages, Words } from './words.js'

/** The letter of a notice, with its reader and its language. */
interface NoticeLetter {
  readonly person: Person
  readonly words: Words
  readonly letter: Letter
}

export interface WrittenNotice {
  readonly message: NoticeMessage
  readonly channel: Channel
  readonly languages: MessageLanguages
  /** Address of the dashboard. */
  readonly dashboardUrl: string
}

/** Subject and text of a notice, with the page that shows more. */
interface Content {
  readonly subject: string
  readonly text: string
  readonly open: string
  /** Below the dashboard. */
  readonly path: string
}

/** Writes a notice. Undefined once the person was removed, or does not want to know any more. */
export async function noticeLetter(
  tx: Tx,
  { message: { personId, environment, notice }, channel, languages, dashboardUrl }: WrittenNotice,
): Promise<NoticeLetter | undefined> {
  const person = await tx.people.find(personId)
  if (!person || !noticesOf(person).kinds[channel].includes(notice.kind)) return undefined
  const words = languages.choose(person.language ?? undefined, undefined)
  const { name, accent } = await findShownMerchant(tx, person.merchantId)
  const { subject, text, open, path } = contentOf(words, notice)
  const letter = {
    words,
    sender: name,
    accent,
    subject,
    paragraphs: [text, ...(environment === 'test' ? [words.plain('test_note')] : [])],
    button: { text: open, href: `${dashboardUrl}${path}?env=${environment}` },
    notes: [],
  }
  return { person, words, letter }
}

/** Shortage of an order that no shop has, so that it shows every part of a notice. */
const SAMPLE: NoticeFacts = {
  kind: 'underpaid',
  orderId: 'ord_R80YD2GZYVDQ',
  orderNumber: 'ord_R80YD2GZYVDQ',
  amount: '18.50',
  received: '10.00',
  difference: '8.50',
}

/** A notice with sample facts, as a reader of a language gets it. */
export function sampleNotice(words: Words): NoticeSample {
  const { tag, direction } = words
  const { subject, text, open } = contentOf(words, SAMPLE)
  return { tag, direction, subject, text, open, stop: words.plain('stop_note') }
}

function contentOf(words: Words, notice: NoticeFacts): Content {
  const timeOf = (at: number) => words.instant(at)
  switch (notice.kind) {
    case 'withdrawal': {
      const { isSent, amount, network, address, withdrawalId } = notice
      const values = { amount, network, address }
      return {
        subject: words.say(isSent ? 'withdrawal_sent_subject' : 'withdrawal_failed_subject', values),
        text: words.say(isSent ? 'withdrawal_sent_text' : 'withdrawal_failed_text', values),
        open: words.plain('open_withdrawal'),
        path: `/withdrawals/${withdrawalId}`,
      }
    }
    case 'new_destination': {
      const { label, network, address, usableAt } = notice
      const place = { label, network, address }
      return {
        subject: words.plain('new_destination_subject'),
        text:
          usableAt === null
            ? words.say('usable_destination_text', place)
            : words.say('new_destination_text', { ...place, time: timeOf(usableAt) }),
        open: words.plain('open_destinations'),
        path: '/destinations',
      }
    }
    case 'endpoint_failing':
      return {
        subject: words.plain('endpoint_failing_subject'),
        text: words.say('endpoint_failing_text', { time: timeOf(notice.sinceAt) }),
        open: words.plain('open_deliveries'),
        path: '/deliveries',
      }
    case 'summary': {
      const values = { day: notice.day, count: words.count(notice.payments), sum: notice.sum }
      return {
        subject: words.say('summary_subject', values),
        text: words.say('summary_text', values),
        open: words.plain('invitation_button'),
        path: '',
      }
    }
    default: {
      const { kind, orderId, orderNumber, amount, received, difference } = notice
      const asked = amount ?? received
      const values = { order: orderNumber, amount: asked, received, difference: difference ?? '0.00' }
      return {
        subject: words.say(`${kind}_subject`, values),
        text: words.say(`${kind}_text`, values),
        open: words.plain('open_order'),
        path: `/orders/${orderId}`,
      }
    }
  }
}
