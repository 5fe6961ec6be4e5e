import type { Fetch } from '../../../src/chain/nodes/node-http.js'
import type { Store } from '../../../src/domain/store/store.js'

/** The process of this error was killed: it reads, writes and sends nothing afterwards. */
class Killed extends Error {
  override readonly name = 'Killed'
}

/** Kills a process at one of its kill points: before and after each commit, and each broadcast to a node. */
export class KillSwitch {
  /** The kill points that were passed, in order. */
  readonly passed: string[] = []
  isDead = false

  /** @param at number of the kill point, counted from 0; without one the process lives on */
  constructor(private readonly at?: number) {}

  /** Wraps the store of this process. */
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

  /** Wraps calls to nodes. After a kill behind a broadcast, the node has the bytes and its answer is lost. */
  fetchOf(fetch: Fetch): Fetch {
    return async (url, init) => {
      this.check()
      const call = () => fetch(url, init)
      return broadcastIn(String(url), String(init?.body)) === undefined
        ? call()
        : this.around('broadcast', call)
    }
  }

  private async around<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.pass(`before ${name}`)
    const result = await work()
    this.pass(`after ${name}`)
    return result
  }

  private pass(point: string): void {
    this.check()
    this.isDead = this.passed.length === this.at
    this.passed.push(point)
    this.check()
  }

  private check(): void {
    if (this.isDead) throw new Killed(this.passed.at(-1))
  }
}

/** Loses the first transaction that is broadcast, each time, and answers that the node accepted it. */
export class LossyNetwork {
  private lost: string | undefined

  fetchOf(fetch: Fetch): Fetch {
    return async (url, init) => {
      const broadcast = broadcastIn(String(url), String(init?.body))
      if (broadcast === undefined) return fetch(url, init)
      this.lost ??= broadcast.bytes
      return broadcast.bytes === this.lost ? Response.json(broadcast.accepted) : fetch(url, init)
    }
  }
}

/** A broadcast of a transaction to a node. */
export interface Broadcast {
  readonly bytes: string
  /** Answer of a node that accepts it. */
  readonly accepted: object
}

/** Recognises a broadcast. @returns undefined for every other call */
export function broadcastIn(url: string, text: string): Broadcast | undefined {
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
