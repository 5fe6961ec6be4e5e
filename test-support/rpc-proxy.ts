/** Stands between a client and a real node: passes calls on, and fails by rule. */
import { type RpcAnswer, RpcError, RpcServer } from './rpc-server.js'

/** Passes calls on to a node; some methods to another one, as if a balancer had two of them behind it. */
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

export const startRpcProxy = (url: string): Promise<RpcServer> => RpcServer.start(passTo(url))
