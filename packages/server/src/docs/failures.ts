import { operationSlug } from './addresses.js'
import type { ErrorRow, Operation, Reader } from './contract.js'
import { code, table } from './text.js'

/** The remedy of an error that no repeat helps. */
export const FINAL = 'Final.'

/** The client's reaction to each kind of error. */
const REMEDIES = {
  after: 'Wait as long as `Retry-After` says, then repeat.',
  backoff: 'Repeat a few times, with growing pauses.',
  clock: 'Correct the clock and sign anew.',
  final: FINAL,
} as const

/** Returns the client's reaction to an error as Markdown. */
export const remedyOf = ({ document }: Reader, errorCode: string): string =>
  REMEDIES[document['x-retry-errors'][errorCode] ?? 'final']

/** An error with every operation that answers it; undefined for those of unknown paths. */
interface ErrorEntry extends ErrorRow {
  readonly operations: readonly Operation[] | undefined
}

/** Returns every error of the contract by status, one entry per message and status. */
export function everyError(reader: Reader): ErrorEntry[] {
  const found = new Map<string, ErrorRow & { operations: Operation[] }>()
  for (const operation of reader.operations())
    for (const error of reader.errorsOf(operation)) {
      const key = `${error.status} ${error.code}`
      const row = found.get(key) ?? { ...error, operations: [] }
      found.set(key, { ...row, operations: [...row.operations, operation] })
    }
  const ofRouter = Object.entries(reader.document['x-router-errors']).map(([name, { status, message }]) => ({
    code: name,
    status: `${status}`,
    message,
    condition: 'No such path, or not with this method',
    operations: undefined,
  }))
  return [...found.values(), ...ofRouter].sort((a, b) => a.status.localeCompare(b.status))
}

/** Renders every error of the contract. */
export function errorTable(reader: Reader): string {
  const rows = everyError(reader).map((row) => [
    row.status,
    code(row.message),
    row.condition,
    row.operations ? whereOf(row.operations, reader.operations()) : 'everywhere',
    remedyOf(reader, row.code),
  ])
  return table(['Status', 'Error', 'When', 'Operations', 'Remedy'], rows)
}

/** Names the operations, or the group that they make up. */
function whereOf(named: readonly Operation[], all: readonly Operation[]): string {
  if (named.length === all.length) return 'all'
  const signed = all.filter(({ security }) => security?.length !== 0)
  if (named.length === signed.length) return 'all signed ones'
  const isAllWithBody =
    named.length > 1 &&
    all.every((operation) => named.includes(operation) === (operation.requestBody !== undefined))
  if (isAllWithBody) return 'all with a body'
  return named.map((one) => `[${code(one.operationId)}](${operationSlug(one)}.md)`).join(', ')
}
