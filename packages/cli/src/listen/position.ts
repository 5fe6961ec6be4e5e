import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../context.js'
import { writePrivate } from '../private-file.js'

/** How many deliveries are remembered: the stream may send one again after a reconnection. */
const REMEMBERED = 500

interface Stored {
  readonly last_event_id: string
  readonly delivered: readonly string[]
}

/** How far a listener has come, stored after each webhook, so that a restart continues there. */
export class Position {
  private constructor(
    private readonly file: string,
    private stored: Stored | undefined,
  ) {}

  /** @param key what tells this listener from others of the user */
  static read({ env }: Context, key: readonly string[]): Position {
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24)
    const base = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state')
    const file = join(base, 'merchantpay', `listen-${name}.json`)
    try {
      return new Position(file, JSON.parse(readFileSync(file, 'utf8')) as Stored) // written below
    } catch {
      return new Position(file, undefined)
    }
  }

  /** Undefined for a listener that never ran. */
  get lastEventId(): string | undefined {
    return this.stored?.last_event_id
  }

  /** Begins with the events after a time, epoch milliseconds, also with those that were delivered before. */
  begin(time: number): void {
    this.store({ last_event_id: `${time}`, delivered: [] })
  }

  has(deliveryId: string): boolean {
    return this.stored?.delivered.includes(deliveryId) === true
  }

  pass(deliveryId: string, eventId: string): void {
    const delivered = [...(this.stored?.delivered ?? []), deliveryId].slice(-REMEMBERED)
    this.store({ last_event_id: eventId, delivered })
  }

  private store(stored: Stored): void {
    this.stored = stored
    writePrivate(this.file, `${JSON.stringify(stored)}\n`)
  }
}
