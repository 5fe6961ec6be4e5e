import type { NodeAccess } from '../../../src/chain/nodes/rpc-options.js'

/** Nodes without limits, unless `access` has some. */
export const nodesAt = (urls: readonly string[], access: Partial<NodeAccess> = {}): NodeAccess[] =>
  urls.map((url) => ({ url, callsPerDay: 0, callsPerSecond: 0, ...access }))

/** URLs of nodes, with what else belongs to each of them. */
export interface TestNodes {
  readonly urls: readonly string[]
  readonly access?: Partial<NodeAccess>
}
