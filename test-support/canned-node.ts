/** A node that knows nothing but its script: one function per method. */
import { type RpcAnswer, RpcError, RpcServer } from './rpc-server.js'

export type RpcScript = Readonly<Record<string, (...params: never[]) => unknown>>

/** Answers what the script has, and refuses every other method as real nodes do. */
export const answersOf =
  (script: RpcScript): RpcAnswer =>
  (method, params) => {
    const answer = script[method]
    if (!answer) throw new RpcError(-32_601, `the method ${method} does not exist/is not available`)
    return answer(...(params as never[]))
  }

export const startCannedNode = (script: RpcScript): Promise<RpcServer> => RpcServer.start(answersOf(script))
