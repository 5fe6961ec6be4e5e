import type { ChainHealth, ChainPosition } from '../../domain/chain/chain-health.js'
import type { NetworkLease } from '../../domain/chain/network-lease.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { endOfMany } from '../../runtime/deadline.js'
import type { Worker } from '../worker.js'

/** A killed server keeps its leases for this long. */
const LEASE_MS = 20_000
const RENEW_MS = 5_000
/** A server that cannot renew stops this long before the lease ends, so that its calls in flight end too. */
const MARGIN_MS = 5_000
const EVERY_MS = 1_000
/** A network may be without a lease for this long: between the end of one server's lease and the start of another's. */
const CHANGEOVER_MS = 10_000

export interface NetworkLeasesOptions {
  readonly chains: readonly ChainId[]
  readonly health: Pick<ChainHealth, 'positionOf' | 'noteReported'>
  /** A random id of this server. */
  readonly holder: string
  /** False for a server without workers: it only learns how far other servers follow the networks. */
  readonly isFollowing: boolean
  readonly monotonic: () => number
  readonly onTaken: (id: ChainId) => void
  readonly onLost: (id: ChainId) => void
}

/** A lease of this server, until it is lost. */
interface Term {
  readonly lost: AbortController
  readonly endsAt: number
  readonly renewedAt: number
  readonly endTimer: NodeJS.Timeout
  readonly stored: ChainPosition | undefined
}

/**
 * Decides which of several servers follows a network. A tick takes leases that have ended, renews the leases of this server,
 * and stores how far it follows their networks; of the other networks it reads that. The leases save calls to nodes. They
 * protect nothing: a server that sleeps past the end of its lease is refused by the cursor and by the unique rows of signed
 * transactions.
 */
export class NetworkLeases implements Worker {
  readonly name = 'network-leases'
  readonly everyMs = EVERY_MS
  private readonly terms = new Map<string, Term>()
  /** The leases at the last tick. */
  private known: { readonly at: number; readonly leases: readonly NetworkLease[] } | undefined

  constructor(
    private readonly store: Store,
    private readonly options: NetworkLeasesOptions,
  ) {}

  /** Returns a signal that aborts when this server loses the lease; undefined while it does not hold it. */
  held(id: ChainId): AbortSignal | undefined {
    const term = this.terms.get(keyOf(id))
    return term && this.options.monotonic() < term.endsAt ? term.lost.signal : undefined
  }

  /** Whether some server follows a network, or did seconds ago. */
  isFollowed(id: ChainId): boolean {
    if (this.held(id) || !this.known) return true
    const lease = this.known.leases.find((each) => keyOf(each) === keyOf(id))
    return (lease?.leftMs ?? 0) - (this.options.monotonic() - this.known.at) > -CHANGEOVER_MS
  }

  async tick(): Promise<number> {
    const at = this.options.monotonic()
    const leases = await this.store.read((tx) => tx.networkLeases.list())
    this.known = { at, leases }
    const due = this.options.chains.filter((id) => {
      const lease = leases.find((each) => keyOf(each) === keyOf(id))
      return this.held(id) ? this.isRenewalDue(id, lease) : this.learn(id, lease)
    })
    if (due.length === 0 || !this.options.isFollowing) return 0
    // The lease lasts longer by the database's clock: its time begins with the statement.
    const sentAt = this.options.monotonic()
    const requests = due.map((id) => ({ id, position: this.positionToStore(id) }))
    const { holder } = this.options
    const answers = await this.store.write(async (tx) => {
      const held: boolean[] = []
      for (const { id, position } of requests)
        held.push(await tx.networkLeases.hold(id, { holder, forMs: LEASE_MS, position }))
      return held
    })
    for (const [at, { id, position }] of requests.entries()) {
      if (answers[at]) this.extend(id, sentAt, position)
      else this.lose(id)
    }
    return 0
  }

  /** Ends all leases at once, so that other servers need not wait. */
  async release(): Promise<void> {
    const isAnyHeld = this.terms.size > 0
    for (const id of this.options.chains) this.lose(id)
    if (isAnyHeld) await this.store.write((tx) => tx.networkLeases.release(this.options.holder))
  }

  private isRenewalDue(id: ChainId, lease: NetworkLease | undefined): boolean {
    const term = this.terms.get(keyOf(id))
    if (!term || lease?.holder !== this.options.holder) return true
    const position = this.options.health.positionOf(id)
    const isMoved = position?.block !== term.stored?.block || position?.head !== term.stored?.head
    return isMoved || this.options.monotonic() >= term.renewedAt + RENEW_MS
  }

  /** Notes what another server reports. @returns whether the lease is free */
  private learn(id: ChainId, lease: NetworkLease | undefined): boolean {
    if (lease?.position) this.options.health.noteReported(id, lease.position)
    return !lease || lease.leftMs <= 0 || lease.holder === this.options.holder
  }

  /** A position that another server reported is stored already. */
  private positionToStore(id: ChainId): ChainPosition | undefined {
    return this.held(id) && this.options.health.positionOf(id)
  }

  private extend(id: ChainId, sentAt: number, stored: ChainPosition | undefined): void {
    const known = this.terms.get(keyOf(id))
    clearTimeout(known?.endTimer)
    const endsAt = sentAt + LEASE_MS - MARGIN_MS
    const endTimer = setTimeout(() => this.lose(id), endsAt - this.options.monotonic()).unref()
    const lost = known?.lost ?? endOfMany()
    this.terms.set(keyOf(id), { lost, endsAt, renewedAt: sentAt, endTimer, stored })
    if (!known) this.options.onTaken(id)
  }

  private lose(id: ChainId): void {
    const term = this.terms.get(keyOf(id))
    if (!term) return
    this.terms.delete(keyOf(id))
    clearTimeout(term.endTimer)
    term.lost.abort()
    this.options.onLost(id)
  }
}

/** Makes a worker of a network tick only while this server holds the lease. A tick in flight is aborted when it is lost. */
export const whileHeld = (leases: NetworkLeases, id: ChainId, worker: Worker): Worker => ({
  ...worker,
  async tick(stopping) {
    const lost = leases.held(id)
    if (!lost) return 0
    const end = endOfMany()
    const abort = () => end.abort()
    for (const signal of [stopping, lost]) signal.addEventListener('abort', abort)
    try {
      if (stopping.aborted) end.abort()
      return await worker.tick(end.signal)
    } catch (error) {
      if (lost.aborted) return 0
      throw error
    } finally {
      for (const signal of [stopping, lost]) signal.removeEventListener('abort', abort)
    }
  },
})

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
