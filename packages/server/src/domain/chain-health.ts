import type { ChainId } from './ports.js'

/** A network that told nothing for so long may have been paid without our seeing it. */
const STALE_MS = 15 * 60_000

/** Which networks are being read: no address is leased where nobody would see the payment. */
export class ChainHealth {
  private readonly readAt = new Map<string, number>()

  /** @param monotonic milliseconds that no change of the clock moves */
  constructor(private readonly monotonic: () => number) {}

  noteStep(id: ChainId): void {
    this.readAt.set(keyOf(id), this.monotonic())
  }

  isFollowed(id: ChainId): boolean {
    const readAt = this.readAt.get(keyOf(id))
    return readAt !== undefined && this.monotonic() - readAt < STALE_MS
  }
}

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
