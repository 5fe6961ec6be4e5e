import type { CallPromise } from './call-promise.js'
import { checkObject } from './checks.js'
import { ConnectionError, UsageError } from './errors.js'
import { memberOf } from './lookup.js'
import type { Page, PageInput, PageOptions } from './pages.js'
import { withCaller } from './send.js'

/**
 * Walks over a list page by page.
 *
 * @param load asks for a page
 * @param rowsOf finds the rows of an answer
 * @param caller where the walk was asked for
 */
export async function* walkPages<Answer, Row extends { id: string }>(
  operationId: string,
  load: (input: PageInput) => CallPromise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
  options: PageOptions | undefined = {},
  caller: Error,
): AsyncGenerator<Page<Row>, void, undefined> {
  try {
    checkObject(options)
    const { limit = 100, signal } = options
    const seen = new Set<string>()
    let { offset = 0, cursor } = options
    let isLast: boolean
    let rows: readonly Row[]
    let total: number | undefined
    do {
      const lane = total === undefined ? 'read' : 'background'
      const page = await readPage(
        operationId,
        load({ ...options, limit, offset: cursor ? undefined : offset, cursor, lane }),
        rowsOf,
      )
      const hasChanged = page.total !== (total ?? page.total)
      total = page.total
      rows = page.rows
      const items = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
      yield { items, offset, total, drifted: hasChanged || items.length < rows.length }
      offset += rows.length
      cursor = cursorIn(page.next)
      // A service that tells no `next` is asked by offset.
      isLast = page.next === undefined ? rows.length === 0 || offset >= total : !cursor
      // An aborted walk asks for one page more, because the call is what tells of the abort.
    } while (signal?.aborted || !isLast)
  } catch (error) {
    throw withCaller(error, caller)
  }
}

/** Walks over the rows of pages, until the signal is aborted. The options are right once there is a page. */
export async function* walkRows<Row>(
  pages: AsyncIterable<Page<Row>>,
  options: PageOptions | undefined,
): AsyncGenerator<Row, void, undefined> {
  for await (const { items } of pages) {
    for (const item of items) {
      if (options?.signal?.aborted) break
      yield item
    }
  }
}

/** Collects rows, and leaves the rest. @throws UsageError without a bound */
export async function toArray<Row>(
  rows: AsyncIterable<Row>,
  limits: { readonly max: number },
): Promise<Row[]> {
  if (!(limits?.max >= 1)) throw new UsageError('invalid_option', 'toArray needs { max }, 1 or more')
  const kept: Row[] = []
  for await (const row of rows) if (kept.push(row) >= limits.max) break
  return kept
}

/** The cursor of a target; nothing else of what an answer says is followed. */
function cursorIn(target: string | null | undefined): string | undefined {
  return new URLSearchParams(target?.split('?')[1]).get('cursor') ?? undefined
}

/** What a walk needs of a page. */
interface Loaded<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Null on the last page. */
  readonly next: string | null | undefined
}

async function readPage<Answer, Row>(
  operationId: string,
  call: CallPromise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<Loaded<Row>> {
  const { data, status, requestId, attempts } = await call.withResponse()
  const rows = rowsOf(data)
  const total = memberOf(data, 'total')
  // Without them a walk would end early or leave rows out.
  const isPage = Array.isArray(rows) && rows.every((row) => memberOf(row, 'id'))
  const next = memberOf(data, 'next') as Loaded<Row>['next'] // looked at in the next line
  const isNext = (next ?? null) === null || (typeof next === 'string' && cursorIn(next) !== undefined)
  if (isPage && typeof total === 'number' && isNext) return { rows, total, next }
  const details = { operationId, requestId, attempts, code: 'unreadable_response', sent: 'maybe' } as const
  const message = `${operationId}: ${status}, but not the expected JSON`
  throw new ConnectionError(message, { ...details, outcome: 'unknown' })
}
