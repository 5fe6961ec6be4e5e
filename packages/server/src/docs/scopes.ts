import type { Operation, Reader } from './contract.js'
import { requestLine } from './operation-view.js'
import { code, table } from './text.js'

/** Lists the operations that each scope of a key opens. */
export function scopeTable(reader: Reader): string {
  const byScope = new Map<string, Operation[]>()
  for (const operation of reader.operations()) {
    const { 'x-scope': scope } = operation
    if (scope !== undefined) byScope.set(scope, [...(byScope.get(scope) ?? []), operation])
  }
  return table(
    ['Scope', 'Opens'],
    [...byScope].map(([scope, operations]) => [
      code(scope),
      scope === 'read' ? 'every `GET`, event streams included' : operations.map(nameOf).join(', '),
    ]),
  )
}

const nameOf = (operation: Operation): string => code(requestLine(operation))
