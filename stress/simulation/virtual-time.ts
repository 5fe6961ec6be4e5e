import { AsyncLocalStorage } from 'node:async_hooks'
import filesPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'

/** Turns of the event loop without a new timer or pause after which everything that could run has run. */
const QUIET_TURNS = 2
/** A timer that is due this soon is a part of work that is under way, as one that collects the calls of a request. */
const SOON_MS = 20
/** Calls of the server to files, which other threads answer. */
const FILE_CALLS = ['access', 'lstat', 'open', 'readFile', 'readdir', 'stat', 'writeFile'] as const
/** Of the machine, unlike the one that the server has. */
const afterTurn = globalThis.setImmediate

interface Timer {
  readonly id: number
  readonly owner: object | undefined
  readonly repeatMs: number | undefined
  dueAt: number
  run(): void
}

/** The handle of a timer, as far as its users need it. */
interface TimerHandle {
  readonly id: number
  ref(): TimerHandle
  unref(): TimerHandle
  hasRef(): boolean
  refresh(): TimerHandle
  [Symbol.toPrimitive](): number
}

/**
 * Replaces clock, timers and random numbers of this process. Time stands still while code runs, and jumps to the next timer
 * when all of it waits. A module that keeps a function of the machine must be loaded after the installation.
 */
export class VirtualTime {
  private readonly timers = new Map<number, Timer>()
  private readonly owners = new AsyncLocalStorage<object>()
  private readonly works = new AsyncLocalStorage<boolean>()
  private made = 0
  private readonly ended = new WeakSet<object>()
  private readonly pausedUntil = new WeakMap<object, number>()
  private working = 0
  private endWork: () => void = () => undefined
  /** Calls that a living process waits for. */
  underWay = 0
  /** Timers that are due within this time run together, and race. One after another with 0, as a trace needs it. */
  togetherMs = 0
  /** How far the clock that can be set is ahead. */
  wrongByMs = 0

  private constructor(
    private at: number,
    private readonly startedAt: number,
  ) {}

  /** Installs virtual time for the rest of the process. */
  static install(startAt: number, dice: Dice): VirtualTime {
    const time = new VirtualTime(startAt, startAt)
    const now = () => time.at + time.wrongByMs
    const MachineDate = Date
    globalThis.Date = class extends MachineDate {
      constructor(...values: unknown[]) {
        super(...((values.length === 0 ? [now()] : values) as [number]))
      }
      static override now = now
    } as DateConstructor
    performance.now = () => time.at - time.startedAt
    Math.random = () => dice.below(2 ** 30) / 2 ** 30
    const handle = (
      callback: (...args: unknown[]) => void,
      ms = 0,
      args: unknown[] = [],
      repeatMs?: number,
    ) => time.add(() => callback(...args), ms, repeatMs)
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, ms?: number, ...args: unknown[]) => handle(callback, ms, args),
      setInterval: (callback: () => void, ms = 0, ...args: unknown[]) =>
        handle(callback, ms, args, Math.max(ms, 1)),
      // Work that lets others run for a turn goes on before the time does.
      setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
        time.made += 1
        return afterTurn(run, ...args)
      },
      clearTimeout: (timer: TimerHandle | undefined) => time.timers.delete(Number(timer)),
      clearInterval: (timer: TimerHandle | undefined) => time.timers.delete(Number(timer)),
    })
    timersPromises.setTimeout = ((ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      time.sleep(ms, signal).then(() => value)) as typeof timersPromises.setTimeout
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      time.add(() => controller.abort(new DOMException('the time is up', 'TimeoutError')), ms)
      return controller.signal
    }
    for (const name of FILE_CALLS) {
      const call = filesPromises[name] as (...args: unknown[]) => Promise<unknown>
      Object.assign(filesPromises, { [name]: (...args: unknown[]) => time.duringWork(() => call(...args)) })
    }
    syncBuiltinESMExports()
    return time
  }

  get now(): number {
    return this.at
  }

  /** Runs `work`, whose timers {@link drop} drops. */
  own<Result>(owner: object, work: () => Result): Result {
    return this.owners.run(owner, work)
  }

  /** Runs `work`, which belongs to no owner. */
  disown<Result>(work: () => Result): Result {
    return this.owners.exit(() => this.works.exit(work))
  }

  /** The owner of the code that runs. */
  get owner(): object | undefined {
    return this.owners.getStore()
  }

  /** Drops all timers of an owner, also those that it sets from now on. */
  drop(owner: object): void {
    this.ended.add(owner)
    for (const [id, timer] of this.timers) if (timer.owner === owner) this.timers.delete(id)
  }

  /** Lets no timer of an owner run before a time, also none that it sets until then. */
  pause(owner: object, until: number): void {
    this.pausedUntil.set(owner, until)
    for (const timer of this.timers.values())
      if (timer.owner === owner) timer.dueAt = Math.max(timer.dueAt, until)
  }

  /** Work that sleeps, as while it waits for a lock, moves the time at once. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.works.getStore()) {
      this.at += Math.ceil(ms)
      return new Promise((resolve) => afterTurn(resolve))
    }
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const timer = this.add(resolve, ms)
      signal?.addEventListener('abort', () => {
        this.timers.delete(timer.id)
        reject(signal.reason)
      })
    })
  }

  /** Counts work outside of JavaScript, for which the time waits. */
  async duringWork<Result>(work: () => Promise<Result>): Promise<Result> {
    this.working += 1
    try {
      return await this.works.run(true, work)
    } finally {
      this.working -= 1
      if (this.working === 0) this.endWork()
    }
  }

  /**
   * Lets the time pass until `end`, timer by timer.
   *
   * @param leapMs while nothing is under way, timers that are due within this time of the next one run at once
   */
  async pass(end: number, leapMs = 0): Promise<void> {
    await this.settle()
    for (let next = this.next(); next && next.dueAt <= end; next = this.next()) {
      const isQuiet = this.underWay === 0 && next.dueAt > this.at + SOON_MS
      const leap = isQuiet ? leapMs : this.togetherMs
      this.at = Math.max(this.at, Math.min(end, next.dueAt + leap))
      for (const timer of this.due()) {
        if (!this.timers.has(timer.id)) continue
        this.run(timer)
        if (this.togetherMs === 0) await this.settle()
      }
      if (this.togetherMs > 0) await this.settle()
    }
    this.at = Math.max(this.at, end)
  }

  /** Lets the time pass until a promise is settled. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false
    const end = () => {
      isSettled = true
    }
    promise.then(end, end)
    for (await this.settle(); !isSettled; await this.settle()) {
      const next = this.next()
      if (!next) throw new Error('everything waits, and no timer is set')
      this.at = Math.max(this.at, next.dueAt)
      this.run(next)
    }
    return promise
  }

  private run(timer: Timer): void {
    if (timer.repeatMs === undefined) this.timers.delete(timer.id)
    else timer.dueAt = this.at + timer.repeatMs
    if (timer.owner) this.owners.run(timer.owner, () => timer.run())
    else this.owners.exit(() => timer.run())
  }

  private next(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.timers.values()) if (!first || timer.dueAt < first.dueAt) first = timer
    return first
  }

  private due(): Timer[] {
    const due = [...this.timers.values()].filter(({ dueAt }) => dueAt <= this.at)
    return due.sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
  }

  /** Waits until everything that could run has run. */
  private async settle(): Promise<void> {
    let made = this.made
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise((resolve) => afterTurn(resolve))
      const isWorking = this.working > 0
      if (isWorking) await this.workEnd()
      // Callers go on in the turns after the work.
      if (this.made !== made || isWorking) quiet = 0
      made = this.made
    }
  }

  private workEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.endWork = resolve
    })
  }

  private add(run: () => void, ms = 0, repeatMs?: number): TimerHandle {
    this.made += 1
    const id = this.made
    const { owner } = this
    const pausedUntil = (owner && this.pausedUntil.get(owner)) ?? 0
    const dueAt = this.at + (Number.isFinite(ms) ? Math.max(Math.trunc(ms), 1) : 1)
    if (!owner || !this.ended.has(owner))
      this.timers.set(id, { id, owner, repeatMs, dueAt: Math.max(dueAt, pausedUntil), run })
    const handle: TimerHandle = {
      id,
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => {
        const timer = this.timers.get(id)
        if (timer) timer.dueAt = this.at + Math.max(Math.trunc(ms), 1)
        return handle
      },
      [Symbol.toPrimitive]: () => id,
    }
    return handle
  }
}
