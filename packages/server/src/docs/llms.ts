import { eventSlug, operationSlug } from './addresses.js'
import type { Reader } from './contract.js'
import type { DocsPage } from './docs-page.js'
import { requestLine } from './operation-view.js'
import { sections, textOf } from './text.js'

/**
 * Renders `llms.txt`, which language models read first: the rules that integrations break most often, and links to all
 * pages.
 */
export function llmsIndex(reader: Reader, pages: readonly DocsPage[]): string {
  const { info, tags, webhooks } = reader.document
  // The operations of a group, which follow, say what it is about.
  const groups = new Set(tags.map(({ name }) => name))
  return sections(
    `# ${info.title}`,
    `> ${info.summary} Version ${info.version}.`,
    RULES.join('\n'),
    '## From an empty folder to a shop',
    STEPS.join('\n'),
    '## Guides and objects',
    pages
      .filter(({ slug }) => slug !== '' && !slug.includes('/'))
      .map(
        ({ slug, title, text }) => `- [${title}](${slug}.md)${groups.has(title) ? '' : `: ${aboutOf(text)}`}`,
      )
      .join('\n'),
    '## Operations',
    reader
      .operations()
      .map((operation) => {
        const { operationId } = operation
        return `- [${operationId}](${operationSlug(operation)}.md): ${requestLine(operation)}`
      })
      .join('\n'),
    '## Webhook events',
    Object.entries(webhooks)
      .map(([event, { post }]) => `- [${event}](${eventSlug(event)}.md): ${post.summary}`)
      .join('\n'),
    '## Optional',
    '- [openapi.yaml](../openapi.yaml): the contract, OpenAPI 3.1\n- [llms-full.txt](../llms-full.txt): all pages in one file',
    '',
  )
}

const RULES = [
  '- Amounts are decimal strings of USDT, never JSON numbers. Times are ISO 8601 in UTC.',
  '- Requests are signed with HMAC-SHA256 over five lines; sign exactly the bytes and the target that you send.',
  '- Verify a webhook over its raw bytes, before any JSON parser. De-duplicate on event and order or withdrawal id, and `overpayment_id`.',
  '- The idempotency key of an order names cart and attempt: `cart-A-1001/1`.',
  '- Wait for an order by its event stream or by webhooks, never by polling one order. `return_url` proves nothing.',
  '- Never put a secret into a browser, an app, `metadata` or a log.',
]

/** The work of a program that writes a shop from this page alone, in its order, with the command that checks it. */
const STEPS = [
  '1. `npx --yes @merchantpay/cli dev` runs a sandbox here and writes `.env.merchantpay`: base URL, key, `WEBHOOK_SECRET`.',
  '2. `npm install @merchantpay/sdk @merchantpay/webhook-verify`: the README of each has the code. Other languages: the samples of the pages below.',
  '3. Build by [Carts](carts.md), up to goods that leave once, and [Webhooks](webhooks.md).',
  '4. `npx --yes @merchantpay/cli listen --forward-to http://localhost:3000/webhooks` brings webhooks, `… trigger payment.confirmed` makes one.',
  '5. `… webhooks check http://localhost:3000/webhooks` must end with `8 of 8 probes passed`.',
  '6. Test deaths, repeats and late money with `@merchantpay/testing`, the service in memory.',
]

/** The first paragraph of a page up to a colon: language models read many of these before they choose a page. */
const aboutOf = (text: string): string => {
  const [, paragraph] = text.split('\n\n')
  return textOf(paragraph).replace(/[.:](?: .*)?$/s, '')
}
