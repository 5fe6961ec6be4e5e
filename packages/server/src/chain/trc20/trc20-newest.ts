import type { TronHeader } from './trc20-answers.js'
import { solidHead } from './trc20-scan.js'
import type { TronNode, View } from './trc20-transport.js'

interface PendingRequest {
  readonly now: Promise<TronHeader>
  /** Sent when the current request is answered, for all callers that came in between. */
  next?: Promise<TronHeader>
}

/** Shares requests for the newest solidified block of a node among concurrent callers. */
export class NewestBlock {
  private readonly requests = new WeakMap<TronNode, PendingRequest>()

  /**
   * Returns the block by a request that starts after this call.
   *
   * @throws RpcError
   */
  after(view: View): Promise<TronHeader> {
    const before = this.requests.get(view.node)
    if (!before) return this.send(view)
    const send = () => this.send(view)
    before.next ??= before.now.then(send, send)
    return before.next
  }

  private send(view: View): Promise<TronHeader> {
    const request: PendingRequest = { now: solidHead(view) }
    this.requests.set(view.node, request)
    const end = () => {
      if (this.requests.get(view.node) === request) this.requests.delete(view.node)
    }
    request.now.then(end, end)
    return request.now
  }
}
