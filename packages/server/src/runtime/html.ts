import { createHash } from 'node:crypto'

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
}

export const NOTHING = new Html('')

/** Builds markup and escapes every value that is not markup. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const rendered = values.map((value) => (value instanceof Html ? value.text : escapeHtml(`${value}`)))
  return new Html(parts.reduce((text, part, at) => text + (rendered[at - 1] ?? '') + part))
}

export const joinHtml = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join(''))

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Returns the source expression by which a Content-Security-Policy allows an inline text. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
