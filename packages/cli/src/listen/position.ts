import type { Context } from '../context.js'
import { StateFile } from './state-file.js'

/** How many deliveries are remembered: the stream may send one again after a reconnection. */
const REMEMBERED = 500

interface Stored {
  readonly last_event_id: string
  readonly delivered: readonly string[]
}

/** How far a listener has come, stored after each webhook, so that a restart continues there. */
export class Position {
  private constructor(
    private readonly file: StateFile<Stored>,
    private stored: Stored | undefined,
  ) {}

  /** @param key what tells this listener from others of the user */
  static read({ env }: Context, key: readonly string[]): Position {
    const file = StateFile.of<Stored>(env, 'listen', key)
    return new Position(file, file.read())
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
    this.file.write(stored)
  }
}
