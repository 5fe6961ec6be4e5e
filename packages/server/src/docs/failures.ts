import { operationSlug } from './addresses.js'
import type { ErrorRow, Operation, Reader } from './contract.js'
import { code, table } from './text.js'

/** The client's reaction to each kind of error. */
const REMEDIES = {
  after: 'Wait as long as `Retry-After` says, then repeat.',
  backoff: 'Repeat a few times, with growing pauses.',
  clock: 'Correct the clock and sign anew.',
  final: 'Final.',
} as const

/** Renders every error of the contract, one row per message and status. */
export function errorTable(reader: Reader): string {
  const { 'x-router-errors': router, 'x-retry-errors': remedies } = reader.document
  const operations = reader.operations()
  const found = new Map<string, ErrorRow & { operations: Operation[] }>()
  for (const operation of operations)
    for (const error of reader.errorsOf(operation)) {
      const key = `${error.status} ${error.code}`
      const row = found.get(key) ?? { ...error, operations: [] }
      found.set(key, { ...row, operations: [...row.operations, operation] })
    }
  const rows = [...found.values()].map((row) => [
    row.status,
    code(row.message),
    row.condition,
    whereOf(row.operations, operations),
    REMEDIES[remedies[row.code] ?? 'final'],
  ])
  const ofRouter = Object.values(router).map(({ status, message }) => [
    `${status}`,
    code(message),
    'No such path, or not with this method',
    'everywhere',
    REMEDIES.final,
  ])
  return table(
    ['Status', 'Error', 'When', 'Operations', 'Remedy'],
    [...rows, ...ofRouter].sort(([a = ''], [b = '']) => a.localeCompare(b)),
  )
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
