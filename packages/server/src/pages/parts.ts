import { type Html, html } from '../runtime/html.js'
import { attributes } from '../ui/attributes.js'
import { type ButtonOptions, buttonLink } from '../ui/button.js'
import { emptyState } from '../ui/empty-state.js'
import { type FieldOptions, field } from '../ui/fields.js'
import type { IconName } from '../ui/icons.js'
import { errorAt } from './refusal.js'
import type { Query, Visit } from './visit.js'

/** A button that leads to a page of the area. */
export const linkButton = <Key extends string>(
  visit: Visit<string, Key>,
  text: Key,
  path: string,
  { query, ...options }: Pick<ButtonOptions, 'kind' | 'icon'> & { readonly query?: Query } = {},
): Html => buttonLink({ text: visit.plain(text), href: visit.href(path, query), ...options })

/** A form with the token of the session and the key of the form. @param name its class */
export const postForm = (visit: Visit, path: string, content: Html, name?: string): Html =>
  html`<form${attributes({ class: name })} method="post" action="${visit.href(path)}">${visit.hiddenFields}${content}</form>`

/** A field with what was sent, and its fault. @param params the names that the field has in refusals, where they differ */
export const formField = (visit: Visit, options: FieldOptions, ...params: readonly string[]): Html =>
  field({
    value: visit.field(options.name),
    ...options,
    ...errorAt(visit, ...(params.length > 0 ? params : [options.name])),
  })

/** Replaces a list that has no rows yet: the text of the key, and below it that of `<key>_text`. */
export const nothingYet = <Key extends string>(
  visit: Visit<string, NoInfer<Key | `${Key}_text`>>,
  icon: IconName,
  key: Key,
  action?: Html,
): Html =>
  emptyState({
    icon,
    title: visit.plain(key),
    text: visit.plain(`${key}_text`),
    ...(action && { action }),
  })

/** Replaces a list whose filters match nothing. @param path of the list without filters */
export const noMatch = <Key extends string>(
  visit: Visit<string, NoInfer<Key> | 'no_match' | 'clear_filters'>,
  icon: IconName,
  path: string,
  text: Key,
): Html =>
  emptyState({
    icon,
    title: visit.plain('no_match'),
    text: visit.plain(text),
    action: linkButton(visit, 'clear_filters', path),
  })
