import type { Page } from '../../domain/sessions/pages.js'
import { doneNotice, framed, type Menu } from '../../pages/frame.js'
import { freshNotice } from '../../pages/polls.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { logo } from '../../ui/brand.js'
import { hiddenField, searchField } from '../../ui/fields.js'
import { NETWORK_NAMES, number } from '../../ui/figures.js'
import { segments } from '../../ui/tabs.js'
import { clockTime } from '../formats.js'
import type { ConsolePage, Section } from '../page.js'
import type { Visit } from '../visit.js'
import { consoleScript, consoleStyle, personScript } from './frame-assets.js'
import type { FrameFacts } from './frame-facts.js'
import type { WordKey } from './texts.js'

const MENU: Menu<Section, WordKey> = {
  entries: {
    attention: { text: 'attention', icon: 'inbox', path: '' },
    orders: { text: 'orders', icon: 'receipt', path: '/orders' },
    withdrawals: { text: 'withdrawals', icon: 'arrow-out', path: '/withdrawals' },
    deliveries: { text: 'deliveries', icon: 'antenna', path: '/deliveries' },
    merchants: { text: 'merchants', icon: 'store', path: '/merchants' },
    ledger: { text: 'ledger', icon: 'book', path: '/ledger' },
    controls: { text: 'controls', icon: 'pause', path: '/controls' },
    system: { text: 'system', icon: 'pulse', path: '/system' },
    audit: { text: 'audit_log', icon: 'list', path: '/audit' },
    operators: { text: 'operators', icon: 'people', path: '/operators' },
  },
  groups: [
    { sections: ['attention', 'orders', 'withdrawals', 'deliveries', 'merchants'] },
    { title: 'ledger_and_server', sections: ['ledger', 'controls', 'system', 'audit', 'operators'] },
  ],
  onPhones: ['attention', 'orders', 'deliveries'],
}
const REFRESH_SECONDS = 60

/** Puts the content of a page into the frame of the console. */
export function consoleFrame(page: ConsolePage, facts: FrameFacts): Page {
  const { visit, title, section, main, polls } = page
  const { request, environment, now, role } = visit
  const { expiresAt } = request.session
  const { name, person } = visit.operator
  return framed<Section, WordKey>(visit, page, {
    title: `${environment === 'test' ? 'Test: ' : ''}${title} · MerchantPay console`,
    head: page.isRefreshed
      ? html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`
      : NOTHING,
    style: consoleStyle(),
    script: person ? personScript() : consoleScript(),
    connects: true,
    brand: { href: visit.href(''), mark: logo, name: 'MerchantPay', line: visit.plain('area_name') },
    environments: environmentsOf(visit),
    menu: MENU,
    countOf: (name) => countOf(name, facts),
    person: {
      name: person?.name ?? name,
      line: person ? role : `${role}, until ${clockTime(expiresAt).slice(0, 5)}`,
    },
    search: html`<form role="search" action="${visit.href('/search')}">${environment === 'test' ? hiddenField('env', 'test') : NOTHING}${searchField({ name: 'q', label: visit.plain('search_label'), key: '/', value: section === undefined ? (visit.query('q') ?? '') : '' })}</form>`,
    end: html`${joinHtml(facts.networks.map(networkOf))}<span>UTC ${clockTime(now).slice(0, 5)}</span>`,
    main: html`${doneNotice(visit)}${polls === undefined ? NOTHING : freshNotice(visit, polls)}${main}`,
  })
}

function countOf(section: Section, { waiting, reviews, stops }: FrameFacts) {
  if (section === 'attention' && waiting > 0) return { count: number(waiting), isUrgent: true }
  if (section === 'controls' && stops > 0) return { count: number(stops) }
  return section === 'withdrawals' && reviews > 0 ? { count: number(reviews) } : {}
}

/** Objects belong to one environment, so the segments lead to lists. */
function environmentsOf(visit: Visit): Html {
  const first = `/${visit.request.path.split('/')[1] ?? ''}`
  const path = Object.values(MENU.entries).some((each) => each.path === first) ? first : ''
  return segments(
    visit.plain('environment'),
    (['live', 'test'] as const).map((each) => ({
      href: visit.in(each).href(path),
      text: visit.plain(each),
      isHere: visit.environment === each,
    })),
  )
}

const networkOf = ({ network, conditions }: FrameFacts['networks'][number]): Html =>
  conditions.length === 0
    ? badge({ tone: 'ok', icon: 'check-circle', text: NETWORK_NAMES[network], title: 'no condition' })
    : badge({
        tone: 'warn',
        icon: 'warning',
        text: NETWORK_NAMES[network],
        title: conditions.map(({ kind }) => kind).join(', '),
      })
