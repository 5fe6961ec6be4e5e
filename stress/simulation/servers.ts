import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { type OutsideCall, Service, type Surroundings } from './service.js'
import type { Story } from './story.js'

/** Until servers are started on another database. */
const REPLACED_AFTER_MS = 60_000
/** Until a supervisor starts a server again that could not start. */
const RESTART_MS = 5_000
/** On one PostgreSQL. A SQLite file has one server. */
const MOST_SERVERS = 3

interface ServersWorld {
  readonly surroundings: Surroundings
  readonly story: Story
  readonly dice: Dice
}

/** The place of one server, in which processes follow each other. */
interface Place {
  readonly name: string
  service: Promise<Service>
  running: Service | undefined
}

/** The servers of an installation, on one database. Each may die, stop and stand still, and comes back. */
export class Servers {
  private readonly places: readonly Place[]

  constructor(private readonly world: ServersWorld) {
    const { surroundings, dice } = world
    const { time, postgres } = surroundings
    const count = postgres ? 1 + dice.below(MOST_SERVERS) : 1
    this.places = Array.from({ length: count }, (_, at) => {
      const name = count === 1 ? 'the server' : `server ${at + 1}`
      const place: Place = { name, service: Service.start(surroundings, time.now), running: undefined }
      this.follow(place)
      return place
    })
  }

  /** Whether no server is down or starts. */
  get areRunning(): boolean {
    return this.places.every(({ running }) => running)
  }

  /** Returns a server that runs, or the one that runs next. */
  any(): Promise<Service> {
    const running = this.places.filter(({ running: service }) => service)
    return this.pick(running.length > 0 ? running : this.places, this.world.dice).service
  }

  /** Returns all servers, once each runs. */
  all(): Promise<Service[]> {
    return Promise.all(this.places.map(({ service }) => service))
  }

  /** Lets a server die in its next call of a kind. @returns its name */
  kill(dice: Dice, at: OutsideCall, isAfter: boolean, downMs: number): string {
    return this.killAt(this.pick(this.places, dice), at, isAfter, downMs)
  }

  /** Lets the server die that has just committed; another one before its next write where a command has. @returns its name */
  killWriter(dice: Dice, downMs: number): string {
    const { owner } = this.world.surroundings.time
    const writer = this.places.find(({ running }) => running !== undefined && running === owner)
    return this.killAt(writer ?? this.pick(this.places, dice), 'write', writer !== undefined, downMs)
  }

  /** Stops a server in order, and starts it again. @returns its name */
  stop(dice: Dice, downMs: number): string {
    const place = this.pick(this.places, dice)
    this.stopAt(place, downMs)
    return place.name
  }

  /** Stops all servers, which read their settings when they start again. */
  restart(downMs: number): void {
    for (const place of this.places) this.stopAt(place, downMs)
  }

  /** Lets a server stand still until a time. @returns its name */
  pause(dice: Dice, until: number): string {
    const place = this.pick(this.places, dice)
    void place.service.then((service) => service.pause(until))
    return place.name
  }

  /** Ends all servers at once, does something while none runs, and starts them again. */
  async replace(work: () => Promise<void>): Promise<void> {
    const killed = this.places.map(async ({ service }) => (await service).kill())
    const done = Promise.all(killed).then(work)
    for (const place of this.places) this.startAfter(place, done, REPLACED_AFTER_MS)
    await this.all()
  }

  private killAt(place: Place, at: OutsideCall, isAfter: boolean, downMs: number): string {
    const before = place.service
    const die = async () => {
      await (await before).dieAt(at, isAfter)
      if (place.service === before) this.startAfter(place, Promise.resolve(), downMs)
    }
    // The process that commits may be the one that dies.
    void this.world.surroundings.time.disown(die)
    return place.name
  }

  private stopAt(place: Place, downMs: number): void {
    this.startAfter(
      place,
      place.service.then((service) => service.stop()),
      downMs,
    )
  }

  private startAfter(place: Place, ended: Promise<void>, downMs: number): void {
    const { story, surroundings } = this.world
    const { time } = surroundings
    const start = async () => {
      await ended
      const stoppedAt = time.now
      story.note(`${place.name} does not run for ${downMs} ms`)
      await time.sleep(downMs)
      const next = await this.startWhenPossible(place, stoppedAt)
      story.note(`${place.name} runs`)
      return next
    }
    place.service = start()
    this.follow(place)
  }

  private async startWhenPossible({ name }: Place, stoppedAt: number): Promise<Service> {
    const { story, surroundings } = this.world
    for (;;) {
      // A machine sets its clock when it starts.
      surroundings.time.wrongByMs = 0
      try {
        return await Service.start(surroundings, stoppedAt)
      } catch (error) {
        if (surroundings.database.felt === undefined) throw error
        story.note(`${name} cannot start: ${(error as Error).message}`)
        await surroundings.time.sleep(RESTART_MS)
      }
    }
  }

  private follow(place: Place): void {
    const { service } = place
    place.running = undefined
    void service.then((running) => {
      if (place.service === service) place.running = running
    })
  }

  private pick(places: readonly Place[], dice: Dice): Place {
    const [only, other] = places
    return only && !other ? only : dice.pick(places)
  }
}
