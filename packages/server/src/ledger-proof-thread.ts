import { parentPort, workerData } from 'node:worker_threads'
import { proveLedger } from './prove-ledger.js'
import type { DatabaseLocation } from './storage/open.js'

const database = workerData as DatabaseLocation // from `proveInThread`
parentPort?.postMessage(await proveLedger(database))
