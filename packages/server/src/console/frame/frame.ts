import type { Page } from '../../domain/sessions/pages.js'
import { FORM_TOKEN } from '../../domain/sessions/pages.js'
import type { Environment } from '../../domain/shared/types.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { logo } from '../../ui/brand.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { hiddenField, searchField } from '../../ui/fields.js'
import { NETWORK_NAMES, number } from '../../ui/figures.js'
import type { IconName } from '../../ui/icons.js'
import { notice, toast } from '../../ui/notice.js'
import { type NavItem, shell } from '../../ui/shell.js'
import { segments } from '../../ui/tabs.js'
import { doneMessageOf } from '../access/actions.js'
import { type ConsolePage, SECTIONS, type Section } from '../page.js'
import { clockTime } from '../shown.js'
import type { Visit } from '../visit.js'
import { frameScript, frameStyle } from './frame-assets.js'
import type { FrameFacts } from './frame-facts.js'

const NAVIGATION: Readonly<Record<Section, { text: string; icon: IconName; path: string }>> = {
  attention: { text: 'Attention', icon: 'inbox', path: '' },
  orders: { text: 'Orders', icon: 'receipt', path: '/orders' },
  withdrawals: { text: 'Withdrawals', icon: 'arrow-out', path: '/withdrawals' },
  deliveries: { text: 'Deliveries', icon: 'antenna', path: '/deliveries' },
  merchants: { text: 'Merchants', icon: 'store', path: '/merchants' },
  ledger: { text: 'Ledger', icon: 'book', path: '/ledger' },
  system: { text: 'System', icon: 'pulse', path: '/system' },
  audit: { text: 'Audit log', icon: 'list', path: '/audit' },
}
const DAILY: readonly Section[] = ['attention', 'orders', 'withdrawals', 'deliveries', 'merchants']
const ON_PHONES: readonly Section[] = ['attention', 'orders', 'deliveries']
const REFRESH_SECONDS = 60

/** Puts the content of a page into the frame of the console. */
export function framed(page: ConsolePage, facts: FrameFacts): Page {
  const style = frameStyle()
  const script = frameScript()
  const head = page.isRefreshed
    ? html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`
    : NOTHING
  const text = documentOf({
    language: 'en',
    direction: 'ltr',
    title: `${page.visit.environment === 'test' ? 'Test: ' : ''}${page.title} · MerchantPay console`,
    head,
    styles: [style],
    body: html`${bodyOf(page, facts)}${toast}`,
    script,
  })
  const policy = policyFor({ styles: [style], scripts: [script], hasForms: true, connects: true })
  return { status: page.status ?? 200, html: text, policy }
}

function bodyOf({ visit, section, main, waiting, polls }: ConsolePage, facts: FrameFacts): Html {
  const { request, environment, now } = visit
  const { holder, expiresAt } = request.session
  const done = doneMessageOf(visit.query('done'))
  const item = (name: Section): NavItem => ({
    href: visit.href(NAVIGATION[name].path),
    text: NAVIGATION[name].text,
    icon: NAVIGATION[name].icon,
    isHere: name === section,
    ...countOf(name, facts, waiting),
  })
  return shell({
    brand: { href: visit.href(''), mark: logo, name: 'MerchantPay', line: 'Operator console' },
    environments: segments('Environment', [segment(visit, 'live', 'Live'), segment(visit, 'test', 'Test')]),
    groups: [
      { items: DAILY.map(item) },
      { title: 'Ledger and server', items: SECTIONS.filter((name) => !DAILY.includes(name)).map(item) },
    ],
    onPhones: ON_PHONES.map((name) => item(name).href),
    person: {
      name: holder,
      line: `${visit.role}, until ${clockTime(expiresAt).slice(0, 5)}`,
      action: signOut(visit),
    },
    search: html`<form role="search" action="${visit.href('/search')}">${environment === 'test' ? hiddenField('env', 'test') : NOTHING}${searchField({ name: 'q', label: 'Order, transaction hash, address, merchant, metadata', key: '/', value: section === undefined ? (visit.query('q') ?? '') : '' })}</form>`,
    end: html`${joinHtml(facts.networks.map(networkOf))}<span>UTC ${clockTime(now).slice(0, 5)}</span>`,
    ...(environment === 'test' && { ribbon: 'Test environment: no real money' }),
    main: html`${done === undefined ? NOTHING : notice({ kind: 'ok', title: done, isResult: true })}${polls === undefined ? NOTHING : html`<p class="fresh" data-poll="${polls}" hidden><a href="">Something new: reload</a></p>`}${main}`,
    words: { skip: 'Skip to the content', side: 'Side', navigation: 'Console', more: 'More' },
  })
}

function countOf(name: Section, { waiting, reviews }: FrameFacts, counted: number | undefined) {
  const items = counted ?? waiting
  if (name === 'attention' && items > 0) return { count: number(items), isUrgent: true }
  return name === 'withdrawals' && reviews > 0 ? { count: number(reviews) } : {}
}

/** Objects belong to one environment, so the segments lead to lists. */
function segment(visit: Visit, environment: Environment, text: string) {
  const first = `/${visit.request.path.split('/')[1] ?? ''}`
  const path = Object.values(NAVIGATION).some((each) => each.path === first) ? first : ''
  return { href: visit.in(environment).href(path), text, isHere: visit.environment === environment }
}

const signOut = ({ services, request }: Visit): Html =>
  html`<form method="post" action="${services.settings.base}/sign-out">${hiddenField(FORM_TOKEN, request.formToken)}<button class="button quiet">Sign out</button></form>`

const networkOf = ({ network, conditions }: FrameFacts['networks'][number]): Html =>
  conditions.length === 0
    ? badge({ tone: 'ok', icon: 'check-circle', text: NETWORK_NAMES[network], title: 'no condition' })
    : badge({
        tone: 'warn',
        icon: 'warning',
        text: NETWORK_NAMES[network],
        title: conditions.map(({ kind }) => kind).join(', '),
      })
