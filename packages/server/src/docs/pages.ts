import { groupSlug, groupTitle } from './addresses.js'
import { changelog } from './changelog.js'
import { type ContractDocument, Reader } from './contract.js'
import { type DocsPage, pageOf } from './docs-page.js'
import { eventHeaders, eventList, eventMarkdown, eventViews } from './events.js'
import { errorTable } from './failures.js'
import { objectTables } from './field-tables.js'
import { Fields } from './fields.js'
import { readGuide } from './guides.js'
import {
  confirmationTable,
  limitsTable,
  payoutTable,
  retrySchedule,
  type ServerLimits,
  tierTable,
} from './limits.js'
import { linkFrom } from './links.js'
import { operationView } from './operation-view.js'
import { groupMarkdown, operationMarkdown } from './operations.js'
import { eventPage } from './pages/event-page.js'
import { groupPage } from './pages/group-page.js'
import { guidePage } from './pages/guide-page.js'
import { operationPage } from './pages/operation-page.js'
import { OVERVIEW_PARTS, overviewPage, overviewText } from './pages/overview-page.js'
import { tryScript } from './pages/scripts.js'
import { tryPage } from './pages/try-page.js'
import { sampleFences, samplesOf } from './samples.js'
import { scopeTable } from './scopes.js'
import { statusSections } from './statuses.js'
import { json, sections, textOf } from './text.js'
import { workedRequest, workedWebhook } from './vectors.js'

export interface PagesOptions {
  readonly contract: ContractDocument
  readonly limits: ServerLimits
}

const GUIDES = [
  'authentication',
  'errors',
  'limits',
  'statuses',
  'pitfalls',
  'webhooks',
  'carts',
  'sell-by-link',
  'refunds',
  'testing',
  'going-live',
  'fees-and-times',
  'security',
  'versioning',
  'sdk',
  'command-line',
  'openapi-clients',
  'dashboard',
]

/** Makes every page of the reference. */
export function docsPages({ contract, limits }: PagesOptions): DocsPage[] {
  const reader = new Reader(contract)
  const fields = new Fields(reader)
  const parts = guideParts(reader, limits)
  const guide = (slug: string) => guideAt(slug, readGuide(slug, parts))
  const overview = readGuide('index', parts, OVERVIEW_PARTS)
  const tryText = readGuide('try', parts)
  return [
    pageOf('', overviewText(overview), (blocks) => overviewPage(overview, blocks)),
    ...GUIDES.map(guide),
    ...reader.document.tags.flatMap((tag) => groupPages(reader, fields, tag)),
    ...eventViews(reader, fields).map((view) =>
      pageOf(view.slug, eventMarkdown(view), (blocks) => eventPage(view, blocks)),
    ),
    guideAt('objects', objectsText(fields)),
    pageOf('try', tryText, (blocks) => tryPage(reader, tryText, blocks), tryScript()),
  ]
}

const guideAt = (slug: string, text: string): DocsPage =>
  pageOf(slug, text, (blocks) => guidePage(linkFrom(slug, text), blocks))

function groupPages(reader: Reader, fields: Fields, tag: ContractDocument['tags'][number]): DocsPage[] {
  const views = reader
    .operations()
    .filter(({ tags }) => tags.includes(tag.name))
    .map((operation) => operationView(reader, fields, operation))
  const slug = groupSlug(tag.name)
  return [
    pageOf(slug, groupMarkdown(tag, views), () =>
      groupPage(slug, groupTitle(tag.name), tag.description, views),
    ),
    ...views.map((view) =>
      pageOf(view.slug, operationMarkdown(view), (blocks) => operationPage(view, blocks)),
    ),
  ]
}

/** The generated parts of the guides, by the names that the guides give them. */
function guideParts(reader: Reader, limits: ServerLimits): Record<string, () => string> {
  return {
    'worked request': workedRequest,
    'worked webhook': workedWebhook,
    scopes: () => scopeTable(reader),
    errors: () => errorTable(reader),
    limits: () => limitsTable(limits),
    'retry schedule': () => retrySchedule(limits),
    tiers: () => tierTable(limits),
    payouts: () => payoutTable(limits),
    confirmations: () => confirmationTable(limits),
    changelog,
    statuses: () => statusSections(reader),
    events: () => eventList(reader),
    'event headers': () => eventHeaders(reader),
    'receiver samples': () => sampleFences(samplesOf('verifyWebhook')),
    'first sample': () => sampleFences(samplesOf('createOrder')),
    ...aboutOf(reader.document),
  }
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

/** Describes every object of a response or an event. */
function objectsText(fields: Fields): string {
  const objects = [...fields.objectsOfAnswers()].map(([name, schema]) =>
    sections(
      `## ${name}`,
      textOf(schema.description),
      objectTables(fields.ofObject(schema)),
      json(schema.example),
    ),
  )
  return sections('# Objects', 'The objects of responses, field by field.', ...objects)
}
