import { eventSlug, operationSlug } from '../addresses.js'
import type { Reader } from '../contract.js'
import type { DocsPage } from '../docs-page.js'
import { everyError, remedyOf } from '../failures.js'
import type { Field, FieldSet, Fields } from '../fields.js'
import { rowIdOf, slugOf } from '../markdown.js'
import { methodOf, requestLine } from '../operation-view.js'
import { openSets } from '../statuses.js'
import { textOf } from '../text.js'

/** The kinds of documents, with the titles of the groups that results are shown in. */
export const GROUPS = {
  operation: 'Operations',
  event: 'Events',
  name: 'Fields, errors and statuses',
  guide: 'Guides',
} as const

/** A piece of the reference that a search can find. */
export interface SearchDocument {
  readonly kind: keyof typeof GROUPS
  readonly title: string
  /** Its address below `/docs/`. */
  readonly slug: string
  /** A line about it; without one a result shows the sentence that was found. */
  readonly line?: string
  /** Other names that find it. */
  readonly also: string
  /** A word in front of it, such as the method. */
  readonly label: string
  /** All of its words. */
  readonly text: string
  /** Its programs, whose words say less about it. */
  readonly samples: string
}

/** Places of a field that its result shows. */
const PLACES = 3
const FENCE = /^```[^\n]*\n([\s\S]*?)^```$/gm

/** Splits the reference into documents. */
export function searchDocuments(
  reader: Reader,
  fields: Fields,
  pages: readonly DocsPage[],
): SearchDocument[] {
  const textAt = new Map(pages.map(({ slug, text }) => [slug, text]))
  const groups = new Set(reader.operations().map((operation) => operationSlug(operation).split('/')[0]))
  const guides = pages.filter(({ slug }) => !slug.includes('/') && slug !== 'objects' && !groups.has(slug))
  return [
    ...reader.operations().map((operation): SearchDocument => {
      const slug = operationSlug(operation)
      return {
        kind: 'operation',
        title: operation.summary,
        slug,
        line: requestLine(operation),
        also: operation.operationId,
        label: methodOf(operation),
        ...contentOf(textAt.get(slug) ?? ''),
      }
    }),
    ...Object.entries(reader.document.webhooks).map(([event, { post }]): SearchDocument => {
      const slug = eventSlug(event)
      const text = contentOf(textAt.get(slug) ?? '')
      return {
        kind: 'event',
        title: event,
        slug,
        line: post.summary,
        also: post.operationId,
        label: 'event',
        ...text,
      }
    }),
    ...errorDocuments(reader),
    ...statusDocuments(reader),
    ...fieldDocuments(reader, fields),
    ...[...fields.objectsOfAnswers()].map(([name, { description = '' }]) =>
      nameOf({ title: name, slug: `objects#${slugOf(name)}`, label: 'object', text: plain(description) }),
    ),
    ...guides.flatMap(guideDocuments),
  ]
}

const nameOf = (
  document: Pick<SearchDocument, 'title' | 'slug' | 'label' | 'text'> & Partial<SearchDocument>,
): SearchDocument => ({ kind: 'name', also: '', samples: '', ...document })

const errorDocuments = (reader: Reader): SearchDocument[] => {
  const found = new Map(everyError(reader).map((error) => [error.message, error]))
  return [...found.values()].map(({ code, status, message, condition }) =>
    nameOf({
      title: message,
      slug: `errors#${rowIdOf(message)}`,
      line: plain(condition),
      also: status,
      label: status,
      text: plain(`error ${code} ${remedyOf(reader, code)}`),
    }),
  )
}

const statusDocuments = (reader: Reader): SearchDocument[] =>
  openSets(reader).flatMap(({ name, values }) =>
    values.map(({ value, meaning }) =>
      nameOf({
        title: value,
        slug: `statuses#${slugOf(name)}`,
        also: name,
        label: 'value',
        text: plain(meaning),
      }),
    ),
  )

/** One document for each name of a field or parameter, with the places that have it. */
function fieldDocuments(reader: Reader, fields: Fields): SearchDocument[] {
  const found = new Map<string, { slug: string; places: string[]; text: string }>()
  const add = ({ name, meaning }: Field, slug: string, place: string) => {
    const entry = found.get(name) ?? { slug, places: [], text: plain(meaning) }
    if (!entry.places.includes(place)) entry.places.push(place)
    found.set(name, entry)
  }
  const addAll = (sets: readonly FieldSet[], slugFor: (name: string) => string, place: string) => {
    for (const { fields: each } of sets) for (const field of each) add(field, slugFor(field.name), place)
  }
  for (const operation of reader.operations()) {
    const slugFor = (name: string) => `${operationSlug(operation)}#${slugOf(name)}`
    const body = reader.bodyOf(operation)
    const parameters = fields.ofParameters(reader.parametersOf(operation))
    addAll([{ name: undefined, fields: parameters }], slugFor, operation.operationId)
    if (body) addAll(fields.ofObject(body), slugFor, operation.operationId)
  }
  for (const [event, { post }] of Object.entries(reader.document.webhooks)) {
    const data = reader.follow(reader.bodyOf(post) ?? {}).properties?.data ?? {}
    addAll(fields.ofObject(data), (name) => `${eventSlug(event)}#${slugOf(name)}`, event)
  }
  for (const [name, schema] of fields.objectsOfAnswers())
    addAll(fields.ofObject(schema), () => `objects#${slugOf(name)}`, name)
  return [...found].map(([title, { slug, places, text }]) =>
    nameOf({ title, slug, line: places.slice(0, PLACES).join(', '), label: 'field', text }),
  )
}

/** One document for each heading, and one for each rule of a list that begins with bold words. */
function guideDocuments({ slug, title, text }: DocsPage): SearchDocument[] {
  const page = slug === '' ? '../docs' : slug // the overview lies beside the folder of the others
  const rules = [...text.matchAll(/^\d+\. \*\*(.+?)\*\*:?\s*([\s\S]*?)(?=\n\d+\. |\n\n|$)/gm)]
  const documentOf = (name: string, anchor: string, content: string): SearchDocument => ({
    kind: 'guide',
    title: plain(name),
    slug: anchor === '' ? page : `${page}#${anchor}`,
    also: name === title ? '' : title,
    label: 'guide',
    ...contentOf(content),
  })
  return [
    ...chaptersOf(text).map(([heading, content]) =>
      documentOf(heading, heading === title ? '' : slugOf(heading), content),
    ),
    ...rules.map(([, rule = '', words = '']) => documentOf(rule, '', words)),
  ]
}

/** Splits a page at its headings. A line of code that begins with `#` is none. */
function chaptersOf(text: string): [heading: string, content: string][] {
  const found: [string, string][] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, heading] = (!isCode && /^#{1,4} (.+)$/.exec(line)) || []
    const last = found.at(-1)
    if (heading !== undefined) found.push([heading, ''])
    else if (last) last[1] += `${line}\n`
  }
  return found
}

const contentOf = (markdown: string): Pick<SearchDocument, 'text' | 'samples'> => ({
  text: plain(markdown.replaceAll(FENCE, '').replaceAll(/^\|[-|]+$/gm, '')),
  samples: [...markdown.matchAll(FENCE)].map(([, code = '']) => code).join('\n'),
})

/** Returns the words of a piece of Markdown. */
const plain = (markdown: string): string =>
  textOf(markdown)
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[`*[#]|^(?:- |\d+\. )/g, '')
    .replaceAll(/\s*\|\s*/g, ' · ')
