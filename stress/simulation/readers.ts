import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Caller, CallerWorld } from './caller.js'
import type { Findings } from './findings.js'
import type { Restores } from './restores.js'
import type { Shop } from './shop.js'

/** Events of a page: few, so that a reader has many pages. */
const PAGE = 7
const START = '2027-01-01T00:00:00.000Z'

interface ListedEvent {
  readonly cursor: string
  readonly payload: { readonly event: string; readonly data: Readonly<Record<string, unknown>> }
}

/** A shop that reads what happened instead of receiving it, and keeps its place across crashes and restores. */
export class EventReader {
  /** Answers that break a rule. */
  readonly breaches: string[] = []
  running = 0
  /** Everything that was read since `from`, as text. */
  private log: string[] = []
  /** Where the log begins. */
  private from = START
  private place: { readonly cursor: string; readonly epoch: number | undefined } | undefined

  constructor(
    readonly shop: Shop,
    private readonly world: CallerWorld & { readonly restores: () => Restores },
  ) {}

  /** Reads to the present, unless it is reading. */
  async read(dice: Dice): Promise<void> {
    if (this.running > 0) return
    this.running += 1
    try {
      while (await this.readPage(dice)) this.world.story.note(`${this.shop.name} reads a page of events`)
    } finally {
      this.running -= 1
    }
  }

  /** The log is the list, from one end to the other. */
  async compare(findings: Findings, read: (target: string) => ReturnType<Caller['insist']>): Promise<void> {
    const { name, receiver } = this.shop
    const all: string[] = []
    let target: string | null = `/v1/events?limit=100&created_from=${this.from}`
    while (target !== null) {
      const { json } = await read(target)
      all.push(...(json.events as ListedEvent[]).map(textOf))
      target = json.next as string | null // documented
    }
    findings.expect(`events that ${name} read`, this.log.length, all.length)
    findings.expect(`${name} read each event once and in order`, this.log.join() === all.join(), true)
    findings.expect(`events of ${name} that are listed twice`, all.length - new Set(all).size, 0)
    findings.note(this.breaches)
    const listed = new Set(all.map((text) => subjectOf(JSON.parse(text.slice(text.indexOf(' '))))))
    for (const event of listed)
      findings.expect(`${event} is an event of ${name}`, receiver.attempts.has(event), true)
    // After a restore the list has other events than those that were sent.
    if (this.world.restores().epoch !== 0) return
    for (const [subject, events] of receiver.received)
      for (const event of events)
        findings.expect(`${event} of ${subject} is listed`, listed.has(`${event} ${subject}`), true)
  }

  /** @returns whether there are more */
  private async readPage(dice: Dice): Promise<boolean> {
    const { restores } = this.world
    const { place } = this
    const { epoch } = restores()
    const start = place ? `after=${place.cursor}` : `created_from=${this.from}`
    const { status, json } = await this.shop.caller.insist(dice, 'GET', `/v1/events?limit=${PAGE}&${start}`)
    const isOfRestored = place?.epoch !== undefined && epoch !== undefined && epoch > place.epoch
    if (json.error === 'invalid cursor') {
      this.world.story.note(`${this.shop.name} reads events again from ${json.read_from}`)
      if (place?.epoch !== undefined && place.epoch === restores().epoch)
        this.breaches.push(`a cursor of ${this.shop.name} is refused without a restore`)
      Object.assign(this, { log: [], from: `${json.read_from}`, place: undefined })
      return true
    }
    if (isOfRestored) this.breaches.push(`a cursor of ${this.shop.name} from before a restore is accepted`)
    if (status !== 200) return false
    this.log.push(...(json.events as ListedEvent[]).map(textOf))
    const after = restores().epoch
    this.place = { cursor: `${json.cursor}`, epoch: after === epoch ? after : undefined }
    return json.next !== null
  }
}

const textOf = ({ cursor, payload }: ListedEvent): string => `${cursor} ${JSON.stringify(payload)}`
const subjectOf = ({ event, data }: ListedEvent['payload']): string =>
  `${event} ${data.withdrawal_id ?? data.order_id}`
