import type { Server as HttpListener } from 'node:http'
import type { Logger } from 'pino'
import type { DeriveAddresses } from '../chain/wallet/derive-ahead.js'
import type { Config } from '../config/settings.js'
import type { RewritePng } from '../domain/merchants/logo.js'
import type { Clock, Ids, Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { TimeSource } from '../runtime/clock.js'
import type { RetryOptions } from '../storage/database-unreachable.js'
import type { DatabaseLocation, OpenOptions } from '../storage/open.js'
import type { WebhookDispatcher } from '../workers/webhooks/webhook-dispatcher.js'
import type { SendWebhook } from '../workers/webhooks/webhook-sender.js'
import type { Worker } from '../workers/worker.js'
import type { ProveLedger } from './ledger-proof.js'

export interface ServerOptions {
  readonly config: Config
  readonly log: Logger
  /** Returns how many log lines could not be written, for the metrics. */
  readonly droppedLogLines?: () => number
  /** Replaces the steady clock over `time`. */
  readonly clock?: Clock
  /** Replaces the clocks of the machine. */
  readonly time?: TimeSource
  readonly ids?: Ids
  /** False if the caller ticks the workers itself. */
  readonly runWorkers?: boolean
  readonly validateResponses?: boolean
  /** Called once when a newer version has migrated the database so that this server must stop. */
  readonly onNewerDatabase?: (error: Error) => void
  /** How long to wait for a database that is not reachable yet. */
  readonly databaseRetry?: RetryOptions
  /** Replaces the proof of the ledger in this thread. */
  readonly proveLedger?: ProveLedger
  /** Replaces the decoding of logos in this thread. */
  readonly rewritePng?: RewritePng
  /** Derives the next addresses of each wallet in advance. */
  readonly deriveAddresses?: DeriveAddresses
  /** Replaces the change time of the files of the database. */
  readonly changedAt?: (database: DatabaseLocation) => Instant
  /** Replaces the function that opens the store. */
  readonly openStore?: (options: OpenOptions) => Promise<Store>
  /** Replaces the lock that keeps a second server from a SQLite file. @returns a function that releases it */
  readonly lockDatabase?: (database: DatabaseLocation) => Promise<() => void>
  /** Replaces the port. @returns the URL of the listener */
  readonly listen?: (http: HttpListener, config: Config) => Promise<string>
  /** Replaces the HTTP client of webhooks. */
  readonly sendWebhook?: SendWebhook
  /** Replaces the HTTP client of the nodes. */
  readonly fetchFromNode?: typeof fetch
  /** Replaces the HTTP client of exchange rates. */
  readonly fetchRates?: typeof fetch
}

/** A running server. */
export interface Server {
  readonly url: string
  /** URL of the metrics, if they are served. */
  readonly metricsUrl: string | undefined
  readonly workers: readonly Worker[]
  readonly dispatcher: WebhookDispatcher
  /** Lets running calls end, releases leases and closes the database. */
  stop(): Promise<void>
}
