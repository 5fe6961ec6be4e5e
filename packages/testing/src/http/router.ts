import type { OperationId } from '@merchantpay/sdk'
import { ROUTES } from '../generated/routes.gen.js'

/** The operation that a request calls. */
export interface Route {
  readonly operationId: OperationId
  /** Path parameters, still escaped. */
  readonly params: Readonly<Record<string, string>>
}

/** The methods of a path that does not have the requested one; none for an unknown path. */
export interface NoRoute {
  readonly allowed: readonly string[]
}

interface Path {
  readonly pattern: RegExp
  readonly byMethod: Map<string, OperationId>
}

/** In the contract's order, so that a fixed path comes before one with a parameter in its place. */
const PATHS = new Map<string, Path>()
const operationIds = Object.keys(ROUTES) as OperationId[] // its own keys
for (const operationId of operationIds) {
  const { method, path } = ROUTES[operationId]
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const known = PATHS.get(path) ?? { pattern, byMethod: new Map() }
  PATHS.set(path, known)
  known.byMethod.set(method, operationId)
}

/** Finds an operation by exact method and path. */
export function findRoute(method: string, path: string): Route | NoRoute {
  for (const { pattern, byMethod } of PATHS.values()) {
    const found = pattern.exec(path)
    if (!found) continue
    const operationId = byMethod.get(method)
    return operationId ? { operationId, params: found.groups ?? {} } : { allowed: [...byMethod.keys()] }
  }
  return { allowed: [] }
}
