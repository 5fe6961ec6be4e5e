import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { GROUPS, type SearchDocument } from './documents.js'
import { stemOf, subjectsOf, synonymsOf, wordsOf } from './words.js'

/** A piece of a text, and whether the query found it. */
export interface TextPart {
  readonly text: string
  readonly isFound: boolean
}
export interface Hit {
  /** Its address below `/docs/`. */
  readonly slug: string
  readonly label: string
  readonly title: readonly TextPart[]
  readonly line: readonly TextPart[]
}
export interface HitGroup {
  readonly title: string
  readonly hits: readonly Hit[]
}
/** Returns the first page of hits for a query, best group first. */
export type Search = (query: string) => HitGroup[]

const MOST_HITS = 20
/** Further words of a query are ignored. */
const MOST_WORDS = 12
/** A hit needs this share of the best score. */
const LEAST_SHARE = 0.05
/** Shorter words have no other endings and no typos: too much would match. */
const LEAST_PREFIX = 3
const LEAST_TYPO = 4
/** From this length on a word may have two. */
const LEAST_SECOND_TYPO = 9
/** Characters of the sentence that a hit shows. */
const EXCERPT = 110

const BOOSTS = { title: 5, also: 3, line: 2, text: 1, samples: 0.1 }
/** Fields and errors are many and short, which alone would put them first. */
const KIND_BOOSTS: Readonly<Record<SearchDocument['kind'], number>> = {
  operation: 1.2,
  event: 1,
  name: 0.6,
  guide: 1.4,
}

/** Indexes documents. A query finds those with any of its words, with synonyms of them, and with a typo in a word. */
export function createSearch(documents: readonly SearchDocument[]): Search {
  const index = new MiniSearch<SearchDocument & { id: number }>({
    fields: Object.keys(BOOSTS),
    tokenize: wordsOf,
    processTerm: stemOf,
    searchOptions: { tokenize: (word) => [word], processTerm: (word) => word },
  })
  index.addAll(documents.map((document, id) => ({ ...document, id })))
  return (query) => {
    const subjects = subjectsOf(query).slice(0, MOST_WORDS)
    if (subjects.length === 0) return []
    const scored = index.search(queryOf(subjects)).flatMap((result) => {
      const document = documents[result.id as number] // the number that was indexed
      if (!document) return []
      return [
        { document, result, place: placeOf(document, query), score: scoreOf(document, result, subjects) },
      ]
    })
    const best = Math.max(...scored.map(({ score }) => score))
    const hits = scored
      .filter(({ place, score }) => place < NO_NAME || score >= LEAST_SHARE * best)
      .sort((a, b) => a.place - b.place || b.score - a.score)
      .filter(({ document: { slug } }, at, all) => at === all.findIndex((one) => one.document.slug === slug))
      .slice(0, MOST_HITS)
    return grouped(hits)
  }
}

function queryOf(subjects: readonly string[]): Query {
  return {
    combineWith: 'OR',
    boost: BOOSTS,
    queries: subjects.map((subject) => ({
      combineWith: 'OR' as const,
      queries: [
        {
          queries: [subject],
          prefix: subject.length >= LEAST_PREFIX,
          fuzzy: typosOf(subject),
          weights: { prefix: 0.6, fuzzy: 0.4 },
        },
        { queries: synonymsOf(subject), boostTerm: () => 0.5 },
      ],
    })),
  }
}

const typosOf = ({ length }: string): number | false =>
  length >= LEAST_SECOND_TYPO ? 2 : length >= LEAST_TYPO && 1

/** A document with more of the words comes before one that repeats some of them. */
function scoreOf(
  { kind }: SearchDocument,
  { score, queryTerms }: SearchResult,
  subjects: readonly string[],
): number {
  const found = subjects.filter((subject) =>
    [subject, ...synonymsOf(subject)].some((term) => queryTerms.includes(term)),
  )
  return score * KIND_BOOSTS[kind] * (found.length / subjects.length) ** 2
}

const NO_NAME = 2

/** 0 for the exact name, 1 for its beginning, `NO_NAME` for any other match. */
function placeOf({ kind, title, line = '', also }: SearchDocument, query: string): number {
  const wanted = wordsOf(query).join(' ')
  const name = wordsOf(title).join(' ')
  // For an operation the beginning of its title and the end of its path count as the name.
  const isOfOperation =
    kind === 'operation' && (name.startsWith(wanted) || ` ${wordsOf(line).join(' ')}`.endsWith(` ${wanted}`))
  if (name === wanted || wordsOf(also).join(' ') === wanted || isOfOperation) return 0
  return name.startsWith(wanted) ? 1 : NO_NAME
}

function grouped(
  hits: readonly { readonly document: SearchDocument; readonly result: SearchResult }[],
): HitGroup[] {
  const kinds = [...new Set(hits.map(({ document }) => document.kind))]
  return kinds.map((kind) => ({
    title: GROUPS[kind],
    hits: hits.filter(({ document }) => document.kind === kind).map(hitOf),
  }))
}

function hitOf({
  document: { kind, slug, label, title, also, line, text },
  result: { terms },
}: {
  readonly document: SearchDocument
  readonly result: SearchResult
}): Hit {
  const found = new Set(terms)
  const name = kind === 'guide' && also !== '' ? `${also}: ${title}` : title // also is the page of a section
  return { slug, label, title: partsOf(name, found), line: partsOf(line ?? excerptOf(text, found), found) }
}

/** Returns the sentence with most of the words that were found. */
function excerptOf(text: string, found: ReadonlySet<string>): string {
  const countOf = (sentence: string) =>
    new Set(
      wordsOf(sentence)
        .map(stemOf)
        .filter((stem) => found.has(stem)),
    ).size
  const [best = ''] = text
    .split(/(?<=[.:]) (?=\p{Lu})| · /u)
    .map((sentence): [string, number] => [sentence.trim(), countOf(sentence)])
    .reduce((most, next) => (next[1] > most[1] ? next : most), ['', -1])
  return best.length <= EXCERPT ? best : `${best.slice(0, best.lastIndexOf(' ', EXCERPT))} …`
}

/** Splits a text into words and what is between them. */
function partsOf(text: string, found: ReadonlySet<string>): TextPart[] {
  const isFound = (part: string) => wordsOf(part).some((word) => found.has(stemOf(word)))
  const parts = text.split(/([\p{L}\p{N}]+)/u).filter((part) => part !== '')
  return parts.map((part) => ({ text: part, isFound: isFound(part) }))
}
