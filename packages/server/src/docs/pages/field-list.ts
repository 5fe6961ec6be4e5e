import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { rules } from '../../ui/style-sheet.js'
import { TYPE } from '../../ui/tokens.js'
import type { Field, FieldSet } from '../fields.js'
import { slugOf } from '../markdown.js'
import type { Say } from './page-body.js'

export const fieldListRules = rules(`
.fields{list-style:none;padding:0;border-block-start:1px solid var(--line)}
.fields li{padding:12px 0;border-block-end:1px solid var(--line);scroll-margin-block-start:76px}
.fields li:target{background:var(--soft)}
.fields p{margin-block-start:4px}
.fields .head{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:baseline;margin:0}
.fields .head code{background:none;padding:0;font-size:${TYPE[14]};font-weight:600;overflow-wrap:anywhere}
.fields .head span{color:var(--faint);font-size:${TYPE[13]}}
.fields .head .required{color:var(--bad);font-weight:600}
.fields .invalid{color:var(--dim);font-size:${TYPE[13]}}
`)

/** The words for the presence of a field. */
export interface Presence {
  readonly required: string
  readonly optional: string
}
export const IN_REQUEST: Presence = { required: 'required', optional: 'optional' }
export const IN_RESPONSE: Presence = { required: 'always', optional: 'sometimes' }

/** Prints fields one below the other. @param say prints Markdown of one line */
export class FieldList {
  private readonly ids = new Set<string>()
  constructor(private readonly say: Say) {}

  sets(sets: readonly FieldSet[], presence: Presence): Html {
    return joinHtml(
      sets.map(
        ({ name, fields }) =>
          html`${name === undefined ? NOTHING : html`<h3><code>${name}</code></h3>`}${this.list(fields, presence)}`,
      ),
    )
  }

  list(fields: readonly Field[], presence: Presence): Html {
    return html`<ul class="fields">${joinHtml(fields.map((field) => this.item(field, presence)))}</ul>`
  }

  private item({ name, type, place, isRequired, meaning, error }: Field, presence: Presence): Html {
    const state = isRequired ? presence.required : presence.optional
    const isMarked = isRequired && presence === IN_REQUEST
    return html`<li${this.idOf(name)}><p class="head"><code>${name}</code> <span>${this.say(type)}</span>${
      place === undefined ? NOTHING : html` <span>${place}</span>`
    } <span${isMarked ? html` class="required"` : NOTHING}>${state}</span></p>${
      meaning === '' ? NOTHING : html`<p>${this.say(meaning)}</p>`
    }${error === undefined ? NOTHING : html`<p class="invalid">If invalid: <code>${error}</code></p>`}</li>
`
  }

  /** The first field of a name has it as its id. */
  private idOf(name: string): Html {
    const id = slugOf(name)
    if (this.ids.has(id)) return NOTHING
    this.ids.add(id)
    return html` id="${id}"`
  }
}
