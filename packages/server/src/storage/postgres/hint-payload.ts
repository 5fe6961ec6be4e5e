import type { Hint } from '../../domain/store/store.js'

/** The channel of PostgreSQL; each database has its own. */
export const HINT_CHANNEL = 'merchantpay_hints'

/** A payload has less than 8,000 bytes. A name is a UUID or a UUID with an environment: at most 46 bytes with its quotes. */
const NAMES_PER_PAYLOAD = 150

/** A payload that was received. */
export interface Received {
  /** The process that sent it. */
  readonly source: string
  readonly hint: Hint
}

/** Collects the changes of commits until they are sent. */
export class PendingHint {
  private readonly orderIds = new Set<string>()
  private readonly environments = new Set<string>()
  private deliveries = false

  get isEmpty(): boolean {
    return this.orderIds.size === 0 && this.environments.size === 0 && !this.deliveries
  }

  add(orderIds: Iterable<string>, environments: Iterable<string>, deliveries: boolean): void {
    for (const id of orderIds) this.orderIds.add(id)
    for (const environment of environments) this.environments.add(environment)
    this.deliveries ||= deliveries
  }

  /** Returns the payloads of everything that was added, and forgets it. */
  take(source: string): string[] {
    const names = [
      ...[...this.orderIds].map((id) => ({ id })),
      ...[...this.environments].map((environment) => ({ environment })),
    ]
    const payloads: string[] = []
    const { deliveries } = this
    do {
      const some = names.splice(0, NAMES_PER_PAYLOAD)
      const orderIds = some.flatMap((one) => ('id' in one ? [one.id] : []))
      const environments = some.flatMap((one) => ('environment' in one ? [one.environment] : []))
      payloads.push(JSON.stringify({ source, orderIds, environments, deliveries }))
    } while (names.length > 0)
    this.orderIds.clear()
    this.environments.clear()
    this.deliveries = false
    return payloads
  }
}

/** Reads a payload. Undefined for a text of another version. */
export function parseHint(text: string): Received | undefined {
  try {
    const { source, orderIds, environments, deliveries } = JSON.parse(text) as Record<string, unknown> // checked next
    if (typeof source !== 'string' || !areTexts(orderIds) || !areTexts(environments)) return undefined
    return { source, hint: { orderIds, environments, deliveries: deliveries === true } }
  } catch {
    return undefined
  }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
