import type { Order } from '../../domain/orders/order.js'
import { FINAL_STATUSES } from '../../domain/orders/order-state.js'
import { getOrderForStream } from '../../domain/orders/orders.js'
import type { Store } from '../../domain/store/store.js'
import type { Handlers } from '../handler.js'
import type { Presenter } from '../present.js'
import type { Feed } from '../streams/feed.js'
import { type ApiStreams, namesOf } from '../streams/open-streams.js'
import type { EventStream } from '../streams/sse.js'

export interface StreamServices {
  readonly store: Store
  readonly feed: Feed<Order>
  readonly streams: ApiStreams
  readonly present: Presenter
}

export function orderEventHandlers(services: StreamServices): Pick<Handlers, 'streamOrderEvents'> {
  return {
    streamOrderEvents: {
      access: 'stream',
      async open({ caller, params, headers }, response) {
        const { feed, store, streams } = services
        // Subscribes before the order is read, so that no change in between is lost.
        const early: Order[] = []
        let deliver = (order: Order): void => void early.push(order)
        const unsubscribe = feed.subscribe(params.id, (order) => deliver(order))
        try {
          const current = await store.read((tx) => getOrderForStream(tx, caller, params.id))
          const version = knownVersion(headers['Last-Event-ID'], current)
          const follower = new Follower(services, caller.keyId, { orderId: params.id, version })
          const stream = await streams.start(namesOf(caller, params.id), response, {
            beat: () => follower.follow(),
            over: unsubscribe,
          })
          deliver = (order) => follower.follow(order)
          follower.start(stream, [current, ...early])
        } catch (error) {
          unsubscribe()
          throw error
        }
      },
    },
  }
}

/** Sends one stream the versions of an order, each once and in order, while the key is active. */
class Follower {
  private stream: EventStream | undefined
  private last: Promise<void> = Promise.resolve()

  constructor(
    private readonly services: StreamServices,
    private readonly keyId: string,
    private readonly sent: { readonly orderId: string; version: number },
  ) {}

  start(stream: EventStream, orders: Order[]): void {
    this.stream = stream
    for (const order of orders) this.follow(order)
  }

  /** Checks the key, then sends `order` if it is new. Without `order` it reads the order, which other servers write too. */
  follow(order?: Order): void {
    const { store } = this.services
    this.last = this.last
      .then(async () => {
        const current = await store.read(async (tx) => ({
          key: await tx.apiKeys.find(this.keyId),
          order: order ?? (await tx.orders.find(this.sent.orderId)),
        }))
        if (!current.key || current.key.revokedAt !== null) this.stream?.end()
        else if (current.order) this.send(current.order)
      })
      // The store cannot answer: the client reconnects and gets the current order.
      .catch(() => this.stream?.end())
  }

  private send(order: Order): void {
    if (order.version > this.sent.version) {
      this.sent.version = order.version
      this.stream?.send(order.version, this.services.present.order(order))
    }
    if (FINAL_STATUSES.has(order.status)) this.stream?.end()
  }
}

/** Returns the current version if the client's last event id is that version, otherwise 0, so that the order is sent. */
const knownVersion = (id: string | undefined, { version }: Order): number =>
  id === `${version}` ? version : 0
