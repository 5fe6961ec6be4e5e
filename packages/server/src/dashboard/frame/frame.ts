import type { Page } from '../../domain/sessions/pages.js'
import { doneNotice, framed, type Menu } from '../../pages/frame.js'
import { html } from '../../runtime/html.js'
import { initials } from '../../ui/brand.js'
import { buttonLink } from '../../ui/button.js'
import { searchField } from '../../ui/fields.js'
import { segments } from '../../ui/tabs.js'
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
    developers: { path: '/developers', text: 'developers', icon: 'code' },
    deliveries: { path: '/deliveries', text: 'deliveries', icon: 'antenna' },
    destinations: { path: '/destinations', text: 'destinations', icon: 'shield' },
    settings: { path: '/settings', text: 'settings', icon: 'sliders' },
  },
  groups: [
    { sections: ['home', 'orders', 'links', 'withdraw'] },
    { title: 'build', sections: ['developers', 'deliveries'] },
    { title: 'account', sections: ['destinations', 'settings'] },
  ],
  onPhones: ['home', 'orders', 'withdraw'],
}

/** Puts the content of a page into the frame of the dashboard. */
export function dashboardFrame(page: DashboardPage, visit: Visit): Page {
  const { title, section, main } = page
  const { request, environment } = visit
  const { merchant } = visit.caller
  return framed<Section, WordKey>(visit, page, {
    title: `${title} · ${merchant.name}`,
    style: dashboardStyle(),
    script: dashboardScript(),
    brand: {
      href: visit.href(''),
      mark: initials(merchant.name),
      name: html`<bdi>${merchant.name}</bdi>`,
      line: visit.plain('area_name'),
    },
    environments: segments(
      visit.plain('environment'),
      (['live', 'test'] as const).map((each) => ({
        href: visit.href(each === environment ? '' : '/environment'),
        text: visit.plain(each),
        isHere: each === environment,
      })),
    ),
    menu: MENU,
    person: {
      name: visit.plain(environment),
      line: visit.text('signed_in_until', {
        time: `${clockTime(visit, request.session.expiresAt)} ${visit.zone.name}`,
      }),
    },
    search: html`<form role="search" action="${visit.href('/orders')}">${searchField({ name: 'q', label: visit.plain('search_label'), key: '/', value: section === 'orders' ? (visit.query('q') ?? '') : '' })}</form>`,
    ...(visit.may('orders') && {
      end: html`<span class="keep">${buttonLink({ text: html`<span class="wide-only">${visit.plain('new_link')}</span>`, kind: 'primary', icon: 'plus', href: visit.href('/links/new') })}</span>`,
    }),
    main: html`<p class="paper"><bdi>${merchant.name}</bdi></p>${doneNotice(visit)}${main}`,
  })
}
