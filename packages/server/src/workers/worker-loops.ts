import { type Worker, type WorkerLog, WorkerLoop } from './worker.js'

/** The loops of the workers of a server. Before they start there is nothing to wake, and their first tick follows at once. */
export class WorkerLoops {
  private loops: readonly WorkerLoop[] = []

  /** @param monotonic milliseconds from an arbitrary origin */
  constructor(
    private readonly log: WorkerLog,
    private readonly monotonic: () => number,
  ) {}

  start(workers: readonly Worker[]): void {
    this.loops = workers.map((worker) => new WorkerLoop(worker, this.log, this.monotonic))
  }

  list(): readonly WorkerLoop[] {
    return this.loops
  }

  /** Ends the current pause of all workers, or of the one with that name. */
  wake(name?: string): void {
    for (const loop of this.loops) if (name === undefined || loop.worker.name === name) loop.wake()
  }

  /** Aborts the running ticks and waits for them. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()))
  }
}
