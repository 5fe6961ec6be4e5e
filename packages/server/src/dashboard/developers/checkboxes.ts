import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { attributes, type Content } from '../../ui/attributes.js'

interface Box {
  readonly value: string
  readonly title: Content
  readonly text?: Content
  readonly isChecked: boolean
}

/** Boxes of which some may be checked. */
export const checkboxes = (name: string, legend: Content, boxes: readonly Box[], error?: Content): Html =>
  html`<fieldset class="checks"><legend>${legend}</legend>${joinHtml(
    boxes.map(
      ({ value, title, text, isChecked }) =>
        html`<label><input type="checkbox"${attributes({ name, value, checked: isChecked })}><span>${title}${text === undefined ? NOTHING : html`<small>${text}</small>`}</span></label>`,
    ),
  )}${error === undefined ? NOTHING : html`<p class="error">${error}</p>`}</fieldset>`
