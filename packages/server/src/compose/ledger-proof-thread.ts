import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseLocation } from '../storage/open.js'
import { proveLedger } from './ledger-proof.js'

const database = workerData as DatabaseLocation // from `proveInThread`
parentPort?.postMessage(await proveLedger(database))
