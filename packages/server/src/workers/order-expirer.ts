import type { Chain } from '../domain/chains.js'
import {
  type BookedAddress,
  bookLooks,
  isExplained,
  type LookedAt,
  type Looks,
  listDueLooks,
  listHeld,
  takeHeldLooks,
} from '../domain/final-look.js'
import { lockOrders } from '../domain/locks.js'
import { endWindow } from '../domain/payments.js'
import type { Context, Environment, Store } from '../domain/ports.js'
import { recordReread } from '../domain/rereads.js'
import type { Tx } from '../domain/tables.js'
import { watchedBy } from './watched.js'
import type { Worker } from './worker.js'

const BATCH = 100
const EVERY_MS = 500
const ENVIRONMENTS: readonly Environment[] = ['live', 'test']
/** As many as a network reads again at once. */
const REREAD_BLOCKS = 50
const REREADS_PER_LOOK = 4
/** Addresses whose blocks one look reads again: other orders are to expire meanwhile. */
const HELD_PER_LOOK = 8
/** How far back payments of a lease are looked for whose beginning nobody knows. */
const WITHOUT_BEGINNING = 256

/** Ends the payment windows of app-only orders. They follow the clock. */
export function orderExpirer(store: Store, context: Context): Worker {
  return {
    name: 'order-expirer',
    everyMs: EVERY_MS,
    async tick() {
      let ended = 0
      for (const environment of ENVIRONMENTS) {
        ended += await store.write((tx) => endAppOrders(tx, context, environment))
      }
      return ended
    },
  }
}

async function endAppOrders(tx: Tx, context: Context, environment: Environment): Promise<number> {
  const at = context.clock.now()
  const due = await tx.orders.listDue({ environment, network: null, at, limit: BATCH })
  const locked = await lockOrders(
    tx,
    due.map(({ id }) => id),
  )
  // What was paid between the two looks is not due any more.
  const ending = [...locked.values()].filter(({ status, expireAt }) => status === 'OPEN' && expireAt <= at)
  for (const order of ending) await endWindow(tx, context, order)
  return due.length
}

/**
 * Ends the payment windows of one network's orders. They follow chain time, the time of the newest block that is booked:
 * an order never expires while a payment in its window may still be unread. And it never expires while its address holds
 * more than the books know: the blocks of its lease are read again then, until the payment is found or the operator says
 * that there is none.
 */
export function chainOrderExpirer(store: Store, context: Context, chain: Chain): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const watched = watchedBy(store, context, chain)

  /** One address that cannot be looked at keeps no other order waiting. */
  async function lookAt(
    { at, addresses }: Looks,
    failures: unknown[],
    signal: AbortSignal,
  ): Promise<LookedAt[]> {
    const looked: LookedAt[] = []
    for (const booked of addresses) {
      try {
        looked.push({ ...booked, held: await chain.look(booked.address, at, signal) })
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
      }
    }
    return looked
  }

  async function expire(failures: unknown[], signal: AbortSignal): Promise<number> {
    const due = await store.read((tx) => listDueLooks(tx, chain, BATCH))
    if (!due || due.addresses.length === 0) return 0
    const looked = await lookAt(due, failures, signal)
    return looked.length === 0 ? 0 : store.write((tx) => bookLooks(tx, context, id, due.at, looked))
  }

  async function lookAgain(failures: unknown[], signal: AbortSignal): Promise<number> {
    const now = context.clock.now()
    const due = await store.read((tx) => listHeld(tx, id, now, HELD_PER_LOOK))
    if (due.length === 0) return 0
    const held = await store.write((tx) => takeHeldLooks(tx, id, due, now))
    if (!held) return 0
    const looked = await lookAt(held, failures, signal)
    let handled = await store.write((tx) => bookLooks(tx, context, id, held.at, looked))
    for (const look of looked.filter((each) => !isExplained(each))) {
      try {
        handled += await rereadLease(look, held.at.number, signal)
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
      }
    }
    return handled
  }

  /** Reads a lease's blocks again, of a long one those that follow the ones of the last time. @returns how much was new */
  async function rereadLease(
    { address, orderId, excess }: BookedAddress,
    head: number,
    signal: AbortSignal,
  ): Promise<number> {
    const lease = await store.read((tx) => tx.addresses.findLease(orderId))
    const begin = Math.max((lease?.afterBlock ?? head - WITHOUT_BEGINNING) + 1, 0)
    const last = excess?.rereadTo ?? 0
    const isLong = head - begin >= REREAD_BLOCKS * REREADS_PER_LOOK
    let from = isLong && last >= begin && last < head ? last + 1 : begin
    let found = 0
    for (let reads = 0; reads < REREADS_PER_LOOK && from <= head; reads += 1) {
      const to = Math.min(from + REREAD_BLOCKS - 1, head)
      const sightings = await chain.reread({ from, to }, watched, signal)
      const { handled, missed } = await store.write((tx) => recordReread(tx, context, id, sightings))
      context.health.noteMissed(id, missed)
      found += handled
      from = to + 1
    }
    await store.write(async (tx) => {
      const current = await tx.addressExcesses.find(id, address)
      if (current) await tx.addressExcesses.put({ ...current, rereadTo: from - 1 })
    })
    return found
  }

  return {
    name: `order-expirer ${environment} ${network}`,
    everyMs: EVERY_MS,
    async tick(signal) {
      const failures: unknown[] = []
      const ended = (await expire(failures, signal)) + (await lookAgain(failures, signal))
      if (ended === 0 && failures.length > 0)
        throw new AggregateError(failures, `${failures.length} addresses could not be looked at`)
      return ended
    },
  }
}
