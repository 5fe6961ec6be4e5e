import { merchantEnvironment } from '../../domain/merchants/merchant.js'
import type { Page } from '../../domain/sessions/pages.js'
import type { Environment } from '../../domain/shared/types.js'
import { doneNotice, framed, type Menu } from '../../pages/frame.js'
import { freshNotice } from '../../pages/polls.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { initials } from '../../ui/brand.js'
import { buttonLink } from '../../ui/button.js'
import { searchField } from '../../ui/fields.js'
import type { ShellOptions } from '../../ui/shell.js'
import { segments } from '../../ui/tabs.js'
import { logoImage } from '../brand/logo-picture.js'
import type { DashboardPage, Section } from '../page.js'
import type { Visit } from '../visit.js'
import { dashboardScript, dashboardStyle } from './frame-style.js'
import type { WordKey } from './texts.js'
import { clockTime } from './times.js'

const MENU: Menu<Section, WordKey> = {
  entries: {
    home: { path: '', text: 'home', icon: 'home' },
    orders: { path: '/orders', text: 'orders', icon: 'receipt' },
    links: { path: '/links', text: 'links', icon: 'link' },
    withdraw: { path: '/withdraw', text: 'withdraw', icon: 'arrow-out' },
    statement: { path: '/statement', text: 'statement', icon: 'book' },
    brand: { path: '/brand', text: 'brand', icon: 'store' },
    people: { path: '/people', text: 'people', icon: 'people' },
    destinations: { path: '/destinations', text: 'destinations', icon: 'shield' },
    developers: { path: '/developers', text: 'developers', icon: 'code' },
    deliveries: { path: '/deliveries', text: 'deliveries', icon: 'antenna' },
  },
  groups: [
    { sections: ['home', 'orders', 'links', 'withdraw', 'statement'] },
    { title: 'shop', sections: ['brand', 'people', 'destinations'] },
    { title: 'build', sections: ['developers', 'deliveries'] },
  ],
  onPhones: ['home', 'orders', 'withdraw'],
}

/** Puts the content of a page into the frame of the dashboard. @param notices above the page */
export function dashboardFrame(page: DashboardPage, visit: Visit, notices: Html): Page {
  const { title, section, main, polls } = page
  const { environment } = visit
  const { merchant } = visit.caller
  const { brand } = visit
  const shown = { ...page, hasImages: page.hasImages === true || brand.hasLogo }
  return framed<Section, WordKey>(visit, shown, {
    title: `${title} · ${merchant.name}`,
    style: dashboardStyle(),
    script: page.script ?? dashboardScript(),
    connects: polls !== undefined || page.script !== undefined,
    brand: {
      href: visit.href(''),
      mark: brand.hasLogo ? logoImage(visit) : initials(merchant.name),
      name: html`<bdi>${merchant.name}</bdi>`,
      line: visit.plain('area_name'),
    },
    environments: segments(
      visit.plain('environment'),
      (['live', 'test'] as const).map((each) => ({
        href: environmentHref(visit, each),
        text: visit.plain(each),
        isHere: each === environment,
      })),
    ),
    menu: menuOf(visit),
    person: personOf(visit),
    search: html`<form role="search" action="${visit.href('/orders')}">${visit.environmentField}${searchField({ name: 'q', label: visit.plain('search_label'), key: '/', value: section === 'orders' ? (visit.query('q') ?? '') : '' })}</form>`,
    ...(visit.may('orders') && {
      end: html`<span class="keep">${buttonLink({ text: html`<span class="wide-only">${visit.plain('new_link')}</span>`, kind: 'primary', icon: 'plus', href: visit.href('/links/new') })}</span>`,
    }),
    main: html`<p class="paper"><bdi>${merchant.name}</bdi></p>${notices}${doneNotice(visit)}${polls === undefined ? NOTHING : freshNotice(visit, polls)}${main}`,
  })
}

/** For those who may read withdrawals, and make none. */
const WITHDRAWALS = { path: '/withdrawals', text: 'withdrawals', icon: 'arrow-out' } as const
/** The sections of those who do not read everything. */
const SALES: ReadonlySet<Section> = new Set(['orders', 'links'])

/** The menu of a visit: only owners see the people, cashiers what they sell, and nothing leads to a page that is closed. */
function menuOf(visit: Visit): Menu<Section, WordKey> {
  if (visit.may('people')) return MENU
  const isSeen = (section: Section) => (visit.may('read') ? section !== 'people' : SALES.has(section))
  const groups = MENU.groups
    .map((group) => ({ ...group, sections: group.sections.filter(isSeen) }))
    .filter(({ sections }) => sections.length > 0)
  const withdraw = visit.may('withdrawals') ? MENU.entries.withdraw : WITHDRAWALS
  return {
    ...MENU,
    entries: { ...MENU.entries, withdraw },
    groups,
    onPhones: visit.may('read') ? MENU.onPhones : [...SALES],
  }
}

/** A person changes to the other environment at once; the holder of a link needs a link of it. */
function environmentHref(visit: Visit, environment: Environment): string {
  if (environment === visit.environment) return visit.href('')
  const isOpen = visit.person !== null && merchantEnvironment(visit.caller.merchant) === 'live'
  return isOpen ? `${visit.services.settings.base}?env=${environment}` : visit.href('/environment')
}

function personOf(visit: Visit): ShellOptions['person'] {
  const { person, request, zone } = visit
  if (person) return { name: person.name, line: visit.text(`role_${person.role}`), href: visit.href('/me') }
  const time = `${clockTime(visit, request.session.expiresAt)} ${zone.name}`
  return { name: visit.plain(visit.environment), line: visit.text('signed_in_until', { time }) }
}
