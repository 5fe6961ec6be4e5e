import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import type { Store } from '../../../src/domain/store/store.js'

/** A process of ours ended here: whatever it does after this comes to nothing. */
class Killed extends Error {
  override readonly name = 'Killed'
}

/** Ends a process at one of the places that count: before and after each commit, and each handover to a node. */
export class KillSwitch {
  /** The places that were passed, in order. */
  readonly passed: string[] = []
  isDead = false

  /** @param at which place is the last one, counted from 0; none where it is not given */
  constructor(private readonly at?: number) {}

  /** The store as this process sees it. */
  storeOf(store: Store): Store {
    const mine: Store = {
      read: async (work) => {
        this.check()
        return store.read(work)
      },
      write: (work) => this.around('commit', () => store.write(work)),
      forWorkers: () => mine,
      close: () => store.close(),
    }
    return mine
  }

  /** Its way to the nodes. Killed after a handover, the node has the bytes and nobody has its answer. */
  fetchOf(fetch: Fetch): Fetch {
    return async (url, init) => {
      this.check()
      const call = () => fetch(url, init)
      return handoverIn(String(url), String(init?.body)) === undefined
        ? call()
        : this.around('handover', call)
    }
  }

  private async around<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.pass(`before ${name}`)
    const result = await work()
    this.pass(`after ${name}`)
    return result
  }

  private pass(place: string): void {
    this.check()
    this.isDead = this.passed.length === this.at
    this.passed.push(place)
    this.check()
  }

  private check(): void {
    if (this.isDead) throw new Killed(this.passed.at(-1))
  }
}

/** A network that loses the first transaction that it is handed, again and again, and says that it has it. */
export class LossyNetwork {
  private lost: string | undefined

  fetchOf(fetch: Fetch): Fetch {
    return async (url, init) => {
      const handover = handoverIn(String(url), String(init?.body))
      if (handover === undefined) return fetch(url, init)
      this.lost ??= handover.bytes
      return handover.bytes === this.lost ? Response.json(handover.accepted) : fetch(url, init)
    }
  }
}

/** A transaction on its way to a node. */
export interface Handover {
  readonly bytes: string
  /** What a node says that takes it. */
  readonly accepted: object
}

/** @returns undefined for every other call */
export function handoverIn(url: string, text: string): Handover | undefined {
  const body = JSON.parse(text) as {
    id: number
    method?: string
    params?: unknown
    txID?: string
  }
  if (body.method === 'eth_sendRawTransaction') {
    const accepted = { jsonrpc: '2.0', id: body.id, result: `0x${'0'.repeat(64)}` }
    return { bytes: JSON.stringify(body.params), accepted }
  }
  if (url.endsWith('/wallet/broadcasttransaction'))
    return { bytes: String(body.txID), accepted: { result: true, txid: body.txID } }
  return undefined
}
