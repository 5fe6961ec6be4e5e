import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'

/** Anything that an element can contain. Text is escaped. */
export type Content = string | number | Html

/** Writes attributes, each after a space: `true` without a value, and nothing for `undefined` and `false`. */
export const attributes = (values: Readonly<Record<string, string | number | boolean | undefined>>): Html =>
  joinHtml(
    Object.entries(values).map(([name, value]) => {
      if (value === undefined || value === false) return NOTHING
      return value === true ? html` ${name}` : html` ${name}="${value}"`
    }),
  )
