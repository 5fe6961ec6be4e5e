import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { rules } from '../../ui/style-sheet.js'
import { hrefOf } from '../links.js'
import { slugOf } from '../markdown.js'
import type { OperationView } from '../operation-view.js'
import { firstSentenceOf } from '../operations.js'
import { methodBadge } from './operation-page.js'
import { type PageBody, type Say, sayer } from './page-body.js'

export const groupRules = rules(`
.entry{padding-block:16px;border-block-start:1px solid var(--line)}
.entry h2{margin:0 0 6px}
.entry h2 a{text-decoration:none}
.entry .parts{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:.8125rem}
`)

/**
 * The page of a group, which links to its operations. Each group was one page once: its anchors are those of then, and
 * lead on to the pages of the operations.
 */
export function groupPage(
  slug: string,
  title: string,
  description: string,
  views: readonly OperationView[],
): PageBody {
  const say = sayer(slug)
  return {
    lead: html`<h1>${title}</h1><p class="lead">${say(description)}</p>`,
    rest: joinHtml(views.map((view) => entryOf(view, slug, say))),
  }
}

function entryOf(view: OperationView, slug: string, say: Say): Html {
  const { operation, parameters, bodies, samples } = view
  const href = hrefOf(view.slug, slug)
  const id = operation.operationId.toLowerCase()
  const part = (name: string, anchor: string) =>
    html`<a id="${anchor}-of-${id}" href="${href}#${anchor}">${name}</a> `
  return html`<section class="entry"><h2 id="${slugOf(operation.summary)}"><a href="${href}">${operation.summary}</a></h2>
<p>${methodBadge(operation.method)} <code>${operation.path}</code> · <code>${operation.operationId}</code></p>
<p>${say(firstSentenceOf(operation))}</p>
<p class="parts">${parameters.length === 0 ? NOTHING : part('Parameters', 'parameters')}${bodies.length === 0 ? NOTHING : part('Body', 'body')}${part('Answers', 'answers')}${samples.length === 0 ? NOTHING : part('Samples', 'samples')}</p></section>
`
}
