import { type RpcAnswer, RpcError } from './rpc-server.js'

/** Answers calls by passing them on to a node. `spliced` sends some methods to another node, as a load balancer may. */
export function passTo(url: string, spliced: Readonly<Record<string, string>> = {}): RpcAnswer {
  return async (method, params) => {
    const response = await fetch(spliced[method] ?? url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (error) throw new RpcError(error.code, error.message, error.data)
    return result
  }
}
