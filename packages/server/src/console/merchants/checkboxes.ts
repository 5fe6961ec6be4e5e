import { type Html, html, joinHtml } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'

/** Choices of which several may be on. Each is a field of its own with the name of the group. */
export const checkboxes = (
  name: string,
  legend: string,
  options: readonly { readonly value: string; readonly text: string; readonly isChecked?: boolean }[],
): Html =>
  html`<fieldset class="field choices"><legend>${legend}</legend>${joinHtml(
    options.map(
      ({ value, text, isChecked }) =>
        html`<label class="choice"><input type="checkbox"${attributes({ name, value, checked: isChecked })}><span>${text}</span></label>`,
    ),
  )}</fieldset>`
