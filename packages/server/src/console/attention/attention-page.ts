import { createHash } from 'node:crypto'
import type { AttentionItem } from '../../domain/attention/attention-item.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noMatch } from '../../pages/parts.js'
import { newThings } from '../../pages/polls.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { stats } from '../../ui/facts.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { tabs } from '../../ui/tabs.js'
import { mark } from '../../ui/timeline.js'
import { age, counted } from '../formats.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ConsolePage, ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { KIND_LOOKS, PARTS, type Part } from './kind-looks.js'
import { readToday } from './today.js'
import { readWaiting } from './waiting.js'

type Names = ReadonlyMap<string, string>

/** Entries of the audit log among which the last decision is looked for. Sign-ins are none. */
const LATEST = 50

const PART_NAMES: Readonly<Record<Part, string>> = { money: 'Money', delivery: 'Delivery', server: 'Server' }

/** The part of the list of the command `attention` that is about the environment. */
export const attentionPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const items = await readWaiting(tx, visit)
  const part = PARTS.find((each) => each === visit.query('part'))
  const chosen = part === undefined ? items : items.filter(({ kind }) => KIND_LOOKS[kind].part === part)
  const names = await merchantNames(
    tx,
    chosen.flatMap(({ facts }) => facts?.merchantId ?? []),
  )
  const main = html`${pageHead({
    title: 'Needs attention',
    line:
      items.length === 0
        ? html`Nothing waits for you.${otherEnvironment(visit)}`
        : `${counted(items.length, 'thing')} ${items.length === 1 ? 'waits' : 'wait'} for a person. Each one disappears when it is resolved.`,
  })}${stats(await readToday(tx, visit))}${items.length === 0 ? await allClear(tx, visit) : listed(visit, items, chosen, part, names)}`
  return {
    kind: 'content',
    title: 'Attention',
    section: 'attention',
    visit,
    main,
    waiting: items.length,
    isRefreshed: true,
    polls: visit.href('/attention.json', { since: stateOf(items) }),
  }
}

/** Leads a new operator to the sandbox, where the server has no live networks yet. */
const otherEnvironment = (visit: Visit): Html =>
  visit.environment === 'live' && visit.chains.length === 0
    ? html` This server has no live networks. <a href="${visit.in('test').href('')}">Show test</a>`
    : NOTHING

/** The number of new items, for the script of the page. */
export const attentionCount: ReadPage = async (tx, visit) => {
  const items = await readWaiting(tx, visit)
  const since = visit.query('since') ?? ''
  const more = items.length - Number(/^\d{1,6}(?=\.)/.exec(since)?.[0] ?? 0)
  return newThings(since === stateOf(items) ? 0 : more > 0 ? more : undefined)
}

/** The number of items, and what tells them from others. */
const stateOf = (items: readonly AttentionItem[]): string =>
  `${items.length}.${createHash('sha256')
    .update(items.map(({ key }) => key).join(' '))
    .digest('hex')
    .slice(0, 16)}`

function listed(
  visit: Visit,
  all: readonly AttentionItem[],
  items: readonly AttentionItem[],
  part: Part | undefined,
  names: Names,
): Html {
  const count = (each: Part) => all.filter(({ kind }) => KIND_LOOKS[kind].part === each).length
  const links = [
    { href: visit.href(''), text: 'All', count: number(all.length), isHere: part === undefined },
    ...PARTS.map((each) => ({
      href: visit.href('', { part: each }),
      text: PART_NAMES[each],
      count: number(count(each)),
      isHere: each === part,
    })),
  ]
  const isUrgent = ({ kind }: AttentionItem) => KIND_LOOKS[kind].isUrgent
  const urgent = items.filter(isUrgent)
  const rest = items.filter((item) => !isUrgent(item))
  return html`${tabs('Parts of the list', links)}<div class="groups">${items.length === 0 ? card({ id: 'none', body: noMatch(visit, 'inbox', '', 'no_match_text') }) : NOTHING}${group(visit, 'now', 'Act now', 'Money is stopped until a person decides', urgent, names)}${group(visit, 'today', 'Today', 'Nothing is lost, but a person waits', rest, names)}</div>`
}

function group(
  visit: Visit,
  id: string,
  title: string,
  aside: string,
  items: readonly AttentionItem[],
  names: Names,
): Html {
  if (items.length === 0) return NOTHING
  const body = joinHtml(items.map((item) => row(visit, item, names)))
  return card({ id, title, aside, body, isFlush: true })
}

function row(visit: Visit, item: AttentionItem, names: Names): Html {
  const { tone, icon, button, page, isUrgent } = KIND_LOOKS[item.kind]
  const { environment } = item
  const [path, query] = page(item)
  const href = (environment === null ? visit : visit.in(environment)).href(path, query)
  const amount =
    item.amount === null
      ? NOTHING
      : html`<strong title="${formatUsdt(item.amount)} USDT">${money(item.amount)}</strong>`
  return html`<div class="work">${mark(tone, icon, true)}<div><h3>${titleOf(item, names)}</h3><p>${textOf(item, names)}</p></div><div class="much">${amount}<span>since ${age(item.sinceAt, visit.now)}</span></div><div class="act">${buttonLink({ text: button, kind: isUrgent ? 'primary' : 'secondary', href })}</div></div>`
}

/** Names the thing: `Frozen order ord_CBY2CRXFSQK8`, `Signer paused: Ethereum (live)`. */
function titleOf({ kind, facts = {}, environment }: AttentionItem, names: Names): string {
  const { orderNumber, merchantId, network } = facts
  const name =
    merchantId !== undefined ? (names.get(merchantId) ?? merchantId) : network && NETWORK_NAMES[network]
  const about = orderNumber !== undefined ? ` ${orderNumber}` : name === undefined ? '' : `: ${name}`
  return `${KIND_LOOKS[kind].title}${about}${environment === null ? '' : ` (${environment})`}`
}

/** Why it waits. The title has the name of a merchant, which the text of an item says by its id. */
function textOf({ kind, text, facts = {} }: AttentionItem, names: Names): string {
  const { merchantId } = facts
  if (merchantId === undefined) return text
  const name = names.get(merchantId) ?? merchantId
  return KIND_LOOKS[kind].text?.(facts, name) ?? text.replaceAll(merchantId, () => name)
}

async function allClear(tx: Tx, visit: Visit): Promise<Html> {
  const entries = await tx.audit.list({ subject: undefined, limit: LATEST })
  const last = entries.find(({ action }) => !action.startsWith('console '))
  const text =
    last === undefined
      ? 'Nothing waits, and no operator has decided anything lately.'
      : `The last decision is by ${last.actor}, ${age(last.createdAt, visit.now)} ago: ${last.action}.`
  const action = buttonLink({ text: 'Audit log', icon: 'list', href: visit.href('/audit') })
  return card({
    id: 'clear',
    body: emptyState({ tone: 'ok', icon: 'check', title: 'All clear', text, action }),
  })
}
