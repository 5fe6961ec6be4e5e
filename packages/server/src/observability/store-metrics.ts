import { Gauge, Histogram, type Registry } from 'prom-client'
import type { StaleReads } from '../domain/store/store.js'
import { seconds } from './base-units.js'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The metrics of the database. The store that they are passed to measures itself. */
export class StoreMetrics {
  private readonly commits: Histogram

  constructor(private readonly registry: Registry) {
    this.commits = new Histogram({
      name: 'merchantpay_store_commit_duration_seconds',
      help: 'Duration of COMMIT; on SQLite several units of work share one.',
      buckets: SECONDS,
      registers: [registry],
    })
  }

  /** @param length returns the number of units of work that wait to write */
  watchQueue(length: () => number): void {
    new Gauge({
      name: 'merchantpay_store_queue_length',
      help: 'Units of work that wait for their turn to write.',
      registers: [this.registry],
      collect() {
        this.set(length())
      },
    })
  }

  /** Registers the lag of the replica. */
  watchReplica(reads: StaleReads): void {
    new Gauge({
      name: 'merchantpay_replica_lag_seconds',
      help: 'The time whose commits the replica may lack, measured every second; NaN without one, and before it has caught up once.',
      registers: [this.registry],
      collect() {
        this.set(seconds(reads.replica?.lagMs ?? Number.NaN))
      },
    })
  }

  measureCommit(ms: number): void {
    this.commits.observe(seconds(ms))
  }
}
