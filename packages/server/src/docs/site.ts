import { eventSlug, groupSlug, operationSlug } from './addresses.js'
import { type ContractDocument, Reader } from './contract.js'
import { type DocsPage, linkFrom } from './docs-page.js'
import { eventHeaders, eventList, eventPage } from './events.js'
import { errorTable } from './failures.js'
import { FieldTables } from './fields.js'
import samples from './generated/samples.gen.json' with { type: 'json' }
import { readGuide } from './guides.js'
import { limitsTable, retrySchedule, type ServerLimits, tierTable } from './limits.js'
import { llmsIndex } from './llms.js'
import { renderMarkdown } from './markdown.js'
import { type MenuGroup, menuOf } from './menu.js'
import { OperationPrinter } from './operations.js'
import { policyOf, renderPage } from './page.js'
import { scopeTable } from './scopes.js'
import { statusSections } from './statuses.js'
import { json, sections, textOf } from './text.js'
import { type Tool, tryForm } from './try-form.js'
import { workedRequest, workedWebhook } from './vectors.js'

export interface DocsOptions {
  readonly contract: ContractDocument
  readonly limits: ServerLimits
}
/** One served file of the reference. */
export interface DocsFile {
  readonly type: 'text/html' | 'text/markdown' | 'text/plain'
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
}

const GUIDES = [
  '',
  'authentication',
  'errors',
  'limits',
  'statuses',
  'pitfalls',
  'webhooks',
  'carts',
  'refunds',
]
/** Renders every file of the reference, by its path below the base path. */
export function renderDocs(options: DocsOptions): ReadonlyMap<string, DocsFile> {
  const reader = new Reader(options.contract)
  const pages = pagesOf(reader, options)
  const files = new Map<string, DocsFile>()
  const put = (path: string, type: DocsFile['type'], text: string, tool?: Tool) =>
    files.set(path, { type, text, policy: policyOf(tool) })
  const menu = menuOf(reader)
  for (const page of pages) {
    const path = page.slug === '' ? '/docs' : `/docs/${page.slug}`
    if (files.has(path)) throw new Error(`two pages have the address ${path}`)
    const markdown = linkFrom(page.slug, page.text)
    put(`${path}.md`, 'text/markdown', markdown)
    put(path, 'text/html', toHtml(page, menu, markdown), page.tool)
  }
  const fullText = pages.map(({ text }) => text).join('\n')
  put('/llms.txt', 'text/plain', linkFrom('', llmsIndex(reader, pages)))
  put('/llms-full.txt', 'text/plain', linkFrom('', fullText))
  return files
}

function pagesOf(reader: Reader, { limits }: DocsOptions): DocsPage[] {
  const fields = new FieldTables(reader)
  const operations = new OperationPrinter(reader, fields, samples)
  const parts: Record<string, () => string> = {
    'worked request': workedRequest,
    'worked webhook': workedWebhook,
    scopes: () => scopeTable(reader),
    errors: () => errorTable(reader),
    limits: () => limitsTable(limits),
    'retry schedule': () => retrySchedule(limits),
    tiers: () => tierTable(limits),
    statuses: () => statusSections(reader),
    events: () => eventList(reader),
    'event headers': () => eventHeaders(reader),
    'receiver samples': () => operations.samplesOf('verifyWebhook'),
    ...aboutOf(reader.document),
  }
  const groups = reader.document.tags.flatMap((tag) => [
    toPage(groupSlug(tag.name), operations.group(tag)),
    ...reader
      .operations()
      .filter(({ tags }) => tags.includes(tag.name))
      .map((operation) => toPage(operationSlug(operation), operations.page(operation))),
  ])
  const events = Object.keys(reader.document.webhooks).map((event) =>
    toPage(eventSlug(event), eventPage(reader, fields, event)),
  )
  const objects = toPage('objects', objectsPage(reader, fields))
  const guides = GUIDES.map((slug) => toPage(slug, readGuide(slug || 'index', parts)))
  const tryPage = { ...toPage('try', readGuide('try', parts)), tool: tryForm(reader) }
  return [...guides, ...groups, ...events, objects, tryPage]
}

/** Splits the contract's description into parts, by its headings. */
function aboutOf({ info }: ContractDocument): Record<string, () => string> {
  const [intro = '', ...chapters] = info.description.split(/^## /m)
  const parts = chapters.map((chapter) => {
    const end = chapter.indexOf('\n')
    return [`contract: ${chapter.slice(0, end)}`, () => chapter.slice(end).trim()]
  })
  return { ...Object.fromEntries(parts), 'contract: intro': () => intro.trim() }
}

/** Renders every object of a response or an event once. */
function objectsPage(reader: Reader, fields: FieldTables): string {
  const responses = reader
    .operations()
    .flatMap((operation) => reader.responsesOf(operation))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema))
  const events = Object.values(reader.document.webhooks).flatMap(({ post }) => {
    const body = reader.follow(reader.bodyOf(post) ?? {})
    return Object.values(reader.follow(body.properties?.data ?? {}).properties ?? {})
  })
  const found = new Map([...responses, ...events].flatMap((schema) => [...fields.objectsIn(schema)]))
  const objects = [...found].map(([name, schema]) =>
    sections(`## ${name}`, textOf(schema.description), fields.ofObject(schema), json(schema.example)),
  )
  return sections('# Objects', 'The objects of responses, field by field.', ...objects)
}

function toPage(slug: string, text: string): DocsPage {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  return { slug, title, text: `${text.trim()}\n` }
}

function toHtml(page: DocsPage, menu: readonly MenuGroup[], markdown: string): string {
  return renderPage({
    title: page.slug === '' ? page.title : `${page.title} · MerchantPay API`,
    slug: page.slug,
    menu,
    content: renderMarkdown(markdown),
    tool: page.tool,
  })
}
