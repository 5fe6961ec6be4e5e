import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { readableFill } from '../ui/contrast.js'
import { COLORS } from '../ui/tokens.js'

/** The parts of a mail, in the order in which they are read. */
export interface Letter {
  /** Language and direction of the text. */
  readonly words: { readonly tag: string; readonly direction: 'ltr' | 'rtl' }
  /** Above the text: the name of the shop, or of the service. */
  readonly sender: string
  /** The colour of the button, `#rrggbb`; null for that of the service. */
  readonly accent: string | null
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly text: string; readonly href: string } | undefined
  /** Below, in small letters. A line may be a link. */
  readonly notes: readonly (string | { readonly text: string; readonly href: string })[]
}

/** A letter that is of no shop. */
export const SERVICE = { sender: 'MerchantPay', accent: null } as const

/** The language of letters to operators. */
export const ENGLISH = { tag: 'en', direction: 'ltr' } as const

const COLOR = /^#[0-9a-f]{6}$/i
const [TEXT, DIM, LINE, BACK] = [COLORS.text[0], COLORS.dim[0], COLORS.line[0], COLORS.bg[0]]

/** Writes a letter as plain text. */
export function textOf({ paragraphs, button, notes }: Letter): string {
  const below = notes.map((note) => (typeof note === 'string' ? note : `${note.text}: ${note.href}`))
  const parts = [...paragraphs, ...(button ? [`${button.text}:\n${button.href}`] : [])]
  return `${[...parts, ...(below.length > 0 ? [`-- \n${below.join('\n')}`] : [])].join('\n\n')}\n`
}

/** Writes a letter as HTML: no picture and nothing that is loaded, so nothing tells the sender who has read it. */
export function htmlOf({ words, sender, accent, subject, paragraphs, button, notes }: Letter): string {
  const fill = accent !== null && COLOR.test(accent) ? readableFill(accent) : COLORS.accent[0]
  const body = html`<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">
<p style="margin:0 0 16px;padding:0 0 12px;border-bottom:3px solid ${fill};font-weight:bold"><bdi>${sender}</bdi></p>
${joinHtml(paragraphs.map((text) => html`<p style="margin:0 0 12px;white-space:pre-line">${text}</p>\n`))}${
  button
    ? html`<p style="margin:20px 0"><a href="${button.href}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:${fill};color:#ffffff;font-weight:bold;text-decoration:none">${button.text}</a></p>\n`
    : NOTHING
}${joinHtml(notes.map(noteOf))}</div>`
  return html`<!doctype html>
<html lang="${words.tag}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:${BACK};color:${TEXT};font:16px/1.5 system-ui,sans-serif">
${body}
</body></html>
`.text
}

const noteOf = (note: Letter['notes'][number]): Html =>
  html`<p style="margin:12px 0 0;color:${DIM};font-size:13px">${
    typeof note === 'string' ? note : html`<a href="${note.href}" style="color:${DIM}">${note.text}</a>`
  }</p>\n`
