import { FORM_TOKEN, type Page } from '../../domain/sessions/pages.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { initials } from '../../ui/brand.js'
import { button, buttonLink } from '../../ui/button.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { hiddenField, searchField } from '../../ui/fields.js'
import type { IconName } from '../../ui/icons.js'
import { notice, toast } from '../../ui/notice.js'
import { type NavItem, shell } from '../../ui/shell.js'
import { segments } from '../../ui/tabs.js'
import type { DashboardPage, Section } from '../page.js'
import type { Visit } from '../visit.js'
import { doneKeyOf } from './done.js'
import { frameScript, frameStyle } from './frame-style.js'
import type { WordKey } from './texts.js'
import { clockTime } from './times.js'

const NAVIGATION: Readonly<Record<Section, { path: string; text: WordKey; icon: IconName }>> = {
  home: { path: '', text: 'home', icon: 'home' },
  orders: { path: '/orders', text: 'orders', icon: 'receipt' },
  withdraw: { path: '/withdraw', text: 'withdraw', icon: 'arrow-out' },
  developers: { path: '/developers', text: 'developers', icon: 'code' },
  deliveries: { path: '/deliveries', text: 'deliveries', icon: 'antenna' },
  destinations: { path: '/destinations', text: 'destinations', icon: 'shield' },
  settings: { path: '/settings', text: 'settings', icon: 'sliders' },
}
const DAILY = ['home', 'orders', 'withdraw'] as const
const BUILD = ['developers', 'deliveries'] as const
const ACCOUNT = ['destinations', 'settings'] as const

/** Renders the whole document of a page. */
export function framed(page: DashboardPage, visit: Visit): Page {
  const style = frameStyle()
  const script = frameScript()
  const text = documentOf({
    language: visit.words.tag,
    direction: visit.words.direction,
    title: `${page.title} · ${visit.caller.merchant.name}`,
    styles: [style],
    body: html`${bodyOf(page, visit)}${toast}`,
    script,
  })
  const policy = policyFor({ styles: [style], scripts: [script], hasForms: true })
  return { status: page.status ?? 200, html: text, policy }
}

function bodyOf({ section, main }: DashboardPage, visit: Visit): Html {
  const { caller, request } = visit
  const { merchant, environment } = caller
  const item = (name: Section): NavItem => ({
    href: visit.href(NAVIGATION[name].path),
    text: visit.plain(NAVIGATION[name].text),
    icon: NAVIGATION[name].icon,
    isHere: name === section,
  })
  const done = doneKeyOf(visit.query('done'))
  return shell({
    brand: {
      href: visit.href(''),
      mark: initials(merchant.name),
      name: html`<bdi>${merchant.name}</bdi>`,
      line: visit.plain('merchant_dashboard'),
    },
    environments: segments(
      visit.plain('environment'),
      (['live', 'test'] as const).map((each) => ({
        href: visit.href(each === environment ? '' : '/environment'),
        text: visit.plain(each),
        isHere: each === environment,
      })),
    ),
    groups: [
      { items: DAILY.map(item) },
      { title: visit.plain('build'), items: BUILD.map(item) },
      { title: visit.plain('account'), items: ACCOUNT.map(item) },
    ],
    onPhones: DAILY.map((name) => item(name).href),
    person: {
      name: visit.plain(environment),
      line: visit.text('signed_in_until', {
        time: `${clockTime(visit, request.session.expiresAt)} ${visit.zone.name}`,
      }),
      action: signOut(visit),
    },
    search: html`<form role="search" action="${visit.href('/orders')}">${searchField({ name: 'q', label: visit.plain('search_label'), key: '/', value: section === 'orders' ? (visit.query('q') ?? '') : '' })}</form>`,
    ...(visit.may('orders') && {
      end: html`<span class="keep">${buttonLink({ text: html`<span class="wide-only">${visit.plain('new_payment')}</span>`, kind: 'primary', icon: 'plus', href: visit.href('/orders/new') })}</span>`,
    }),
    ...(environment === 'test' && { ribbon: visit.plain('test_ribbon') }),
    main: html`<p class="paper"><bdi>${merchant.name}</bdi></p>${done === undefined ? NOTHING : notice({ kind: 'ok', title: visit.text(done), isResult: true })}${main}`,
    words: {
      skip: visit.plain('skip'),
      side: visit.plain('side'),
      navigation: visit.plain('merchant_dashboard'),
      more: visit.plain('more'),
    },
  })
}

const signOut = ({ services, request, words }: Visit): Html =>
  html`<form method="post" action="${services.settings.base}/sign-out">${hiddenField(FORM_TOKEN, request.formToken)}${button({ text: words.plain('sign_out'), kind: 'quiet' })}</form>`
