import { FORM_TOKEN, type Page } from '../domain/sessions/pages.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import { button } from '../ui/button.js'
import { documentOf, policyFor } from '../ui/document.js'
import { hiddenField } from '../ui/fields.js'
import type { IconName } from '../ui/icons.js'
import type { Inline } from '../ui/inline.js'
import { notice, toast } from '../ui/notice.js'
import { type NavItem, type ShellOptions, shell } from '../ui/shell.js'
import type { PageContent } from './route.js'
import type { Visit } from './visit.js'

export type FrameWord = 'skip' | 'side' | 'navigation' | 'more' | 'sign_out' | 'test_ribbon'

/** The menu of an area. */
export interface Menu<Section extends string, Key extends string> {
  readonly entries: Readonly<Record<Section, { path: string; text: Key; icon: IconName }>>
  readonly groups: readonly { readonly title?: Key; readonly sections: readonly Section[] }[]
  readonly onPhones: readonly Section[]
}

interface FrameOptions<Section extends string, Key extends string>
  extends Pick<ShellOptions, 'brand' | 'environments' | 'search' | 'end' | 'main'> {
  /** Of the window. */
  readonly title: string
  readonly head?: Html
  readonly style: Inline
  readonly script: Inline
  /** The script calls this server. */
  readonly connects?: boolean
  readonly menu: Menu<Section, Key>
  /** The number beside an entry of the menu. */
  readonly countOf?: (section: Section) => Pick<NavItem, 'count' | 'isUrgent'>
  readonly person: Omit<ShellOptions['person'], 'action'>
}

/** Renders the whole document of a page. */
export function framed<Section extends string, Key extends string>(
  visit: Visit<string, Key | FrameWord>,
  { section, status = 200, style: ownStyle, hasImages = false }: PageContent<Section>,
  {
    title,
    head,
    style,
    script,
    connects = false,
    menu,
    countOf,
    person,
    ...rest
  }: FrameOptions<Section, Key>,
): Page {
  const item = (name: Section): NavItem => ({
    href: visit.href(menu.entries[name].path),
    text: visit.plain(menu.entries[name].text),
    icon: menu.entries[name].icon,
    isHere: name === section,
    ...countOf?.(name),
  })
  const body = shell({
    groups: menu.groups.map((group) => ({
      ...(group.title !== undefined && { title: visit.plain(group.title) }),
      items: group.sections.map(item),
    })),
    onPhones: menu.onPhones.map((name) => item(name).href),
    person: { ...person, action: signOut(visit) },
    ...(visit.environment === 'test' && { ribbon: visit.plain('test_ribbon') }),
    words: {
      skip: visit.plain('skip'),
      side: visit.plain('side'),
      navigation: visit.plain('navigation'),
      more: visit.plain('more'),
    },
    ...rest,
  })
  const styles = ownStyle ? [style, ownStyle] : [style]
  const text = documentOf({
    language: visit.words.tag,
    direction: visit.words.direction,
    title,
    ...(head && { head }),
    styles,
    body: html`${body}${toast}`,
    script,
  })
  return {
    status,
    html: text,
    policy: policyFor({ styles, scripts: [script], hasForms: true, connects, hasImages }),
  }
}

const signOut = (visit: Visit<string, FrameWord>): Html =>
  html`<form method="post" action="${visit.services.settings.base}/sign-out">${hiddenField(FORM_TOKEN, visit.request.formToken)}${button({ text: visit.plain('sign_out'), kind: 'quiet' })}</form>`

/** The result of the form that led to the page: the text `done_` of the area that the address names. */
export function doneNotice(visit: Visit): Html {
  const title = visit.words.find(`done_${visit.query('done') ?? ''}`)
  return title === undefined ? NOTHING : notice({ kind: 'ok', title, isResult: true })
}
