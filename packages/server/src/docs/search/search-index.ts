import { eventSlug, operationSlug } from '../addresses.js'
import type { Reader } from '../contract.js'
import type { DocsPage } from '../docs-page.js'
import { everyError } from '../failures.js'
import type { FieldSet, Fields } from '../fields.js'
import { slugOf } from '../markdown.js'
import { methodOf, requestLine } from '../operation-view.js'
import { openSets } from '../statuses.js'
import { textOf } from '../text.js'
import type { SearchEntry } from './ranking.js'

const [OPERATION, EVENT, NAME, GUIDE] = [0, 1, 2, 3]
/** Characters of a section that its entry shows. */
const EXCERPT = 90
/** Places of a field that its entry shows. */
const PLACES = 3

/** Makes the entries of the search from the contract and the guides. */
export function searchEntries(reader: Reader, fields: Fields, guides: readonly DocsPage[]): SearchEntry[] {
  return [
    ...operationEntries(reader),
    ...eventEntries(reader),
    ...errorEntries(reader),
    ...statusEntries(reader),
    ...fieldEntries(reader, fields),
    ...objectEntries(fields),
    ...guides.flatMap(guideEntries),
  ]
}

const operationEntries = (reader: Reader): SearchEntry[] =>
  reader
    .operations()
    .map((operation) => [
      OPERATION,
      operation.summary,
      operationSlug(operation),
      requestLine(operation),
      operation.operationId,
      methodOf(operation),
    ])

const eventEntries = (reader: Reader): SearchEntry[] =>
  Object.entries(reader.document.webhooks).map(([event, { post }]) => [
    EVENT,
    event,
    eventSlug(event),
    post.summary,
    post.operationId,
    'event',
  ])

const errorEntries = (reader: Reader): SearchEntry[] => {
  const found = new Map(everyError(reader).map((error) => [error.message, error]))
  return [...found.values()].map(({ status, message, condition }) => [
    NAME,
    message,
    `errors#${slugOf(message)}`,
    plain(condition),
    status,
    status,
  ])
}

const statusEntries = (reader: Reader): SearchEntry[] =>
  openSets(reader).flatMap(({ name, values }) =>
    values.map(
      ({ value, meaning }): SearchEntry => [
        NAME,
        value,
        `statuses#${slugOf(name)}`,
        excerptOf(meaning),
        name,
        'value',
      ],
    ),
  )

const objectEntries = (fields: Fields): SearchEntry[] =>
  [...fields.objectsOfAnswers()].map(([name, { description }]) => [
    NAME,
    name,
    `objects#${slugOf(name)}`,
    excerptOf(description ?? ''),
    '',
    'object',
  ])

/** One entry for each name of a field or parameter, with the places that have it. */
function fieldEntries(reader: Reader, fields: Fields): SearchEntry[] {
  const found = new Map<string, { slug: string; places: string[] }>()
  const add = (name: string, slug: string, place: string) => {
    const entry = found.get(name) ?? { slug, places: [] }
    if (!entry.places.includes(place)) entry.places.push(place)
    found.set(name, entry)
  }
  const addAll = (sets: readonly FieldSet[], slugFor: (name: string) => string, place: string) => {
    for (const { fields: each } of sets) for (const { name } of each) add(name, slugFor(name), place)
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
  return [...found].map(([name, { slug, places }]) => [
    NAME,
    name,
    slug,
    places.slice(0, PLACES).join(', '),
    places.length > PLACES ? 'field' : '',
    'field',
  ])
}

/** One entry for the page, one for each heading, and one for each rule of a list that begins with bold words. */
function guideEntries({ slug, title, text }: DocsPage): SearchEntry[] {
  const page = slug === '' ? '../docs' : slug // the overview lies beside the folder of the others
  const [, ...chapters] = text.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/^#{1,3} /m)
  const rules = [...text.matchAll(/^\d+\. \*\*(.+?)\*\*:?\s*([\s\S]*?)(?=\n\d+\. |\n\n|$)/gm)]
  const entry = (name: string, anchor: string, words: string): SearchEntry => [
    GUIDE,
    plain(name),
    anchor === '' ? page : `${page}#${anchor}`,
    excerptOf(words),
    name === title ? '' : title,
    'guide',
  ]
  return [
    ...chapters.map((chapter) => {
      const [heading = '', ...paragraphs] = chapter.trim().split(/\n\n+|(?<=^.*)\n/)
      const words = paragraphs.find((paragraph) => !paragraph.startsWith('|')) ?? ''
      return entry(heading, heading === title ? '' : slugOf(heading), words)
    }),
    ...rules.map(([, rule = '', words = '']) => entry(rule, '', words)),
  ]
}

function excerptOf(markdown: string): string {
  const text = plain(markdown)
  return text.length <= EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …`
}

/** Returns the words of a piece of Markdown. */
const plain = (markdown: string): string =>
  textOf(markdown)
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[`*[]|^(?:- |\d+\. )/g, '')
