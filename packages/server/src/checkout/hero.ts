import { formatUsdt, type Usdt, ZERO } from '../domain/shared/money.js'
import { Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { type IconName, icon } from '../ui/icons.js'
import type { Tone } from '../ui/tokens.js'
import { chainOf, largeMoneyOf, moneyOf, priceOf, timeOf, timeOfDay, transactionOf } from './exact.js'
import type { Row, View } from './view.js'
import type { WordKey, Words } from './words.js'

const MINUTE_MS = 60_000
const EMBLEMS: Readonly<Record<Exclude<Row, 'pay' | 'pay_rest'>, readonly [Tone, IconName]>> = {
  paused: ['warn', 'clock'],
  checking: ['grey', 'clock'],
  confirming: ['info', 'loop'],
  confirming_part: ['info', 'loop'],
  final_check: ['info', 'loop'],
  late: ['info', 'loop'],
  paid: ['ok', 'check'],
  expired_paid: ['ok', 'check'],
  underpaid: ['warn', 'half-circle'],
  accepted: ['ok', 'check'],
  expired: ['grey', 'clock'],
  frozen: ['ice', 'snowflake'],
  pending: ['grey', 'clock'],
}

/** Renders the state of the order: countdown while it can be paid, else an emblem or the ring of confirmations. */
export function heroOf(view: View, words: Words): Html {
  const { row } = view
  const heading = html`<h1 id="h1" tabindex="-1">${words.fill(`${row}_heading`)}</h1>`
  const sentences = joinHtml(sentencesOf(view).map((key) => html`<p>${words.fill(key, valuesOf(view))}</p>`))
  if (row === 'pay' || row === 'pay_rest') return countdownOf(view, words, { heading, sentences })
  const [tone, name] = EMBLEMS[row]
  const emblem = view.confirmations
    ? ringOf(view.confirmations, words)
    : html`<div class="emblem tone-${tone}">${icon(name)}</div>`
  const amount = view.isFinal ? html`${largeMoneyOf(view.amount)}${priceOf(view.price)}` : NOTHING
  const paidAt = view.paidAt === null ? NOTHING : html`<p class="on-paper">${timeOf(view.paidAt, words)}</p>`
  const missing = view.missing === undefined ? NOTHING : missingOf(view, view.missing, words)
  return html`<div class="hero">${emblem}${heading}${paidAt}${amount}${sentences}${staleOf(view, words)}</div>${missing}${progressOf(view, words)}`
}

const sentencesOf = ({ row, isOverpaid }: View): WordKey[] =>
  isOverpaid ? [`${row}_text`, 'paid_over_text'] : [`${row}_text`]

const valuesOf = (view: View) => ({
  amount: moneyOf(view.amount),
  received: moneyOf(view.received),
  remaining: view.remaining === undefined ? NOTHING : moneyOf(view.remaining),
  missing: view.missing === undefined ? NOTHING : moneyOf(view.missing),
  merchant: html`<bdi>${view.merchant}</bdi>`,
})

/** Without a script the minutes are those of the last load. */
function countdownOf(
  view: View,
  words: Words,
  { heading, sentences }: { readonly heading: Html; readonly sentences: Html },
): Html {
  const { now, startedAt, expireAt, row } = view
  const left = words.fill('minutes_left', { minutes: words.count(Math.ceil((expireAt - now) / MINUTE_MS)) })
  const label = words.plain('label_time_left')
  const rest =
    row === 'pay_rest'
      ? html`${sentences}${shareOf(view, words, { label: 'label_remaining', rest: view.remaining ?? ZERO })}`
      : html`<div class="only-read">${sentences}</div>`
  return html`<div class="count"><div class="line"><span class="dot"></span>${heading}<span id="left" role="timer" aria-label="${label}">${left}</span></div>
<progress id="span" aria-label="${label}" value="${expireAt - now}" max="${expireAt - startedAt}"></progress>
<p class="dim">${words.plain('label_pay_before')} ${timeOfDay(expireAt, words)}</p>${staleOf(view, words)}${rest}</div>`
}

/** Shown by the script when neither stream nor state can be read. */
const staleOf = ({ isFinal, now }: View, words: Words): Html =>
  isFinal
    ? NOTHING
    : html`<p id="stale" class="dim" hidden>${words.fill('as_of', { time: timeOfDay(now, words) })}</p>`

/** The path is as long as the confirmations that are required, so that a dash is their count. */
function ringOf({ count, required }: NonNullable<View['confirmations']>, words: Words): Html {
  const circle = new Html('cx="60" cy="60" r="54" pathLength="')
  return html`<div class="ring" aria-hidden="true"><svg viewBox="0 0 120 120"><circle ${circle}1"/><circle id="ring" ${circle}${required}" stroke-dasharray="${count} ${required}"/></svg><b id="ring-count">${words.count(count)}</b><small>/ ${words.count(required)}</small></div>`
}

/** A bar of the money that arrived, with what arrived and what did not below its ends. */
const shareOf = (
  { received, amount }: View,
  words: Words,
  { label, rest }: { readonly label: WordKey; readonly rest: Usdt },
): Html =>
  html`<progress class="warn" aria-label="${words.plain('label_received')}" value="${formatUsdt(received)}" max="${formatUsdt(amount)}"></progress><p class="ends"><span>${words.plain('label_received')} <b>${moneyOf(received)}</b></span><span>${words.plain(label)} <b>${moneyOf(rest)}</b></span></p>`

const missingOf = (view: View, missing: Usdt, words: Words): Html =>
  html`<div class="part">${shareOf(view, words, { label: 'label_missing', rest: missing })}</div>
<p class="strip tone-bad">${icon('cross-circle')}<strong>${words.plain('underpaid_warning')}</strong></p>`

const STEPPED: ReadonlySet<Row> = new Set(['confirming', 'confirming_part', 'final_check', 'late'])

/** The three steps of a payment that was seen. */
function progressOf(view: View, words: Words): Html {
  if (!STEPPED.has(view.row)) return NOTHING
  const { confirmations, blockMs } = view
  const seen = words.fill('seen_on', { amount: moneyOf(view.received), network: chainOf(view.network) })
  const lines = view.transactions.map(
    (transaction) => html`<p>${timeOfDay(transaction.seenAt, words)} · ${transactionOf(transaction)}</p>`,
  )
  const count = confirmations
    ? words.fill('confirmations', {
        count: html`<b id="count">${words.count(confirmations.count)}</b>`,
        required: words.count(confirmations.required),
      })
    : html`${words.plain('step_confirming')}`
  const about = confirmations && blockMs !== undefined ? aboutOf(confirmations, blockMs, words) : NOTHING
  return html`<ol class="stages" aria-label="${words.plain('steps')}">
<li class="done">${icon('check-circle')}<div><strong>${seen}</strong>${joinHtml(lines)}</div></li>
<li aria-current="step">${icon('loop')}<div><strong>${count}</strong>${about}</div></li>
<li>${icon('dashed-circle')}<div>${words.plain('step_paid')}</div></li></ol>`
}

function aboutOf(
  { count, required }: NonNullable<View['confirmations']>,
  blockMs: number,
  words: Words,
): Html {
  const blockSeconds = blockMs / 1_000
  const seconds = (required - count) * blockSeconds
  const time = html`<span id="about" data-block="${blockSeconds}">${words.duration(seconds)}</span>`
  return html`<p>${words.fill('about_left', { time })}</p>`
}
