import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { NARROW, RADIUS, TYPE } from './tokens.js'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface FieldOptions {
  /** Unique on the page, and the name of the value in the form. */
  readonly name: string
  readonly label: Content
  readonly value?: string
  /** Beside the label, such as "optional". */
  readonly note?: Content
  readonly hint?: Content
  /** The fault of the value that was sent. */
  readonly error?: Content
  /** After the value, inside the frame: `USDT`. */
  readonly unit?: Content
  /** `type`, `required`, `inputmode`, `autocomplete` and so on. */
  readonly attributes?: Attributes
}

export const fieldRules = rules(
  `
.field{display:grid;gap:4px;margin-block-end:16px}
.field label,.field legend{font-size:${TYPE[13]};font-weight:600;padding:0}
.field label[for] span{color:var(--dim);font-weight:500}
.frame{display:flex;align-items:center;gap:8px;padding-inline:12px;border:1px solid var(--edge);border-radius:${RADIUS.field};background:var(--card);color:var(--dim)}
.frame:focus-within{outline:2px solid var(--tint);outline-offset:2px}
.frame :is(input,select,textarea){flex:1;min-inline-size:0;inline-size:100%;min-block-size:36px;padding:6px 0;border:0;background:none;color:var(--text);outline:0}
.frame input{text-overflow:ellipsis}
.frame select option{background:var(--card)}
.frame textarea{min-block-size:64px;resize:vertical}
.frame ::placeholder{color:var(--dim);opacity:1}
.field .hint{color:var(--faint);font-size:${TYPE[13]}}
.field .error{color:var(--bad);font-size:${TYPE[13]};font-weight:550}
.field.wrong .frame{border-color:var(--bad-strong)}
`,
  iconRules,
)

/** A field of one line with its label, its hint and its error. */
export const field = (options: FieldOptions): Html =>
  framed(options, html`<input${attributesOf(options)}${attributes({ value: options.value })}>`)

/** A field of several lines, such as a reason. */
export const textArea = (options: FieldOptions): Html =>
  framed(options, html`<textarea${attributesOf(options)}>${options.value ?? ''}</textarea>`)

export interface Option {
  readonly value: string
  readonly text: string
}

/** A choice among a few values. */
export const selectField = (options: FieldOptions & { readonly options: readonly Option[] }): Html =>
  framed(
    options,
    html`<select${attributesOf(options)}>${joinHtml(
      options.options.map(
        ({ value, text }) =>
          html`<option${attributes({ value, selected: value === options.value })}>${text}</option>`,
      ),
    )}</select>`,
  )

function framed({ name, label, note, hint, error, unit }: FieldOptions, input: Html): Html {
  return html`<div class="field${error === undefined ? '' : ' wrong'}"><label for="${name}">${label}${note === undefined ? NOTHING : html` <span>${note}</span>`}</label><div class="frame">${input}${unit === undefined ? NOTHING : html`<span>${unit}</span>`}</div>${hint === undefined ? NOTHING : html`<p class="hint" id="${name}-hint">${hint}</p>`}${error === undefined ? NOTHING : html`<p class="error" id="${name}-error">${error}</p>`}</div>`
}

function attributesOf({ name, hint, error, attributes: others }: FieldOptions): Html {
  const describers = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`]
  const describedBy = describers.filter((id) => id !== '').join(' ')
  return attributes({
    id: name,
    name,
    ...others,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': error === undefined ? undefined : 'true',
  })
}

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export interface Choice {
  readonly value: string
  readonly title: Content
  readonly text?: Content
  /** At the end, such as a badge. */
  readonly aside?: Content
  readonly isChosen?: boolean
  readonly isDisabled?: boolean
}

export const choicesRules = rules(
  `
.choices{border:0;padding:0;min-inline-size:0}
.choices .choice{display:flex;align-items:center;gap:12px;padding:12px;border:1px solid var(--edge);border-radius:${RADIUS.field};margin-block-start:8px;cursor:pointer}
.choices .choice:has(:checked){border-color:var(--accent);box-shadow:0 0 0 1px var(--accent);background:var(--soft)}
.choice input{accent-color:var(--accent);inline-size:16px;block-size:16px;min-block-size:0;flex:none}
.choice>span:nth-of-type(1){flex:1;min-inline-size:0}
.choice strong,.choice small{display:block;overflow-wrap:anywhere}
.choice small{color:var(--dim);font-weight:500;font-size:${TYPE[13]}}
`,
  fieldRules,
)

/** Radio buttons with a title and a line each. @param error the fault of the choice that was sent */
export const choices = (name: string, legend: Content, each: readonly Choice[], error?: Content): Html =>
  html`<fieldset class="field choices${error === undefined ? '' : ' wrong'}"${attributes({ 'aria-describedby': error === undefined ? undefined : `${name}-error` })}><legend>${legend}</legend>${joinHtml(
    each.map(
      ({ value, title, text, aside, isChosen, isDisabled }) =>
        html`<label class="choice"><input type="radio" required${attributes({ name, value, checked: isChosen, disabled: isDisabled })}><span><strong>${title}</strong>${text === undefined ? NOTHING : html`<small>${text}</small>`}</span>${aside === undefined ? NOTHING : html`<span>${aside}</span>`}</label>`,
    ),
  )}${error === undefined ? NOTHING : html`<p class="error" id="${name}-error">${error}</p>`}</fieldset>`

export interface Box {
  readonly value: string
  readonly title: Content
  readonly text?: Content
  readonly isChecked?: boolean
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

export const checkboxesRules = rules(
  `
.boxes{border:0;padding:0;margin-block-end:16px;min-inline-size:0}
.boxes legend{font-size:${TYPE[13]};font-weight:600;padding:0}
.boxes label{display:flex;gap:10px;align-items:flex-start;padding-block:6px}
.boxes input{inline-size:18px;block-size:18px;min-block-size:0;flex:none;accent-color:var(--accent);margin-block-start:2px}
.boxes small{display:block;color:var(--dim)}
.boxes .error{color:var(--bad);font-size:${TYPE[13]};font-weight:550}
`,
  fieldRules,
)

/** Boxes of which several may be on. Each is a value of its own with the name of the group. */
export const checkboxes = (name: string, legend: Content, boxes: readonly Box[], error?: Content): Html =>
  html`<fieldset class="boxes"><legend>${legend}</legend>${joinHtml(
    boxes.map(
      ({ value, title, text, isChecked, isRequired, isDisabled }) =>
        html`<label><input type="checkbox"${attributes({ name, value, checked: isChecked, required: isRequired, disabled: isDisabled })}><span>${title}${text === undefined ? NOTHING : html`<small>${text}</small>`}</span></label>`,
    ),
  )}${error === undefined ? NOTHING : html`<p class="error">${error}</p>`}</fieldset>`

export interface SearchOptions {
  readonly name: string
  /** Names the field; also its placeholder. */
  readonly label: string
  readonly value?: string
  readonly icon?: IconName
  /** Shows the key that moves the focus here, for the behaviour script. */
  readonly key?: string
  readonly attributes?: Attributes
}

export const searchRules = rules(
  `
.frame.search{flex:1 1 220px;min-inline-size:0}
.frame kbd{padding:1px 7px;border:1px solid var(--line);border-radius:${RADIUS.badge};background:var(--sunk);font:inherit;font-size:${TYPE[12]}}
@media ${NARROW},(pointer:coarse){.frame kbd{display:none}}
`,
  fieldRules,
)

/** A field for search; its form is the caller's. */
export const searchField = ({
  name,
  label,
  value,
  icon: drawn = 'search',
  key,
  attributes: others = {},
}: SearchOptions): Html =>
  html`<div class="frame search">${icon(drawn)}<input type="search"${attributes({ name, value, placeholder: label, 'aria-label': label, ...others, 'data-key': key })}>${key === undefined ? NOTHING : html`<kbd aria-hidden="true">${key}</kbd>`}</div>`
