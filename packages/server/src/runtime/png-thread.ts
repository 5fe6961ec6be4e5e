import { parentPort, workerData } from 'node:worker_threads'
import { rewritePng } from './png.js'

const { file, side } = workerData as { file: Uint8Array; side: number } // from `rewriteInThread`
parentPort?.postMessage(rewritePng(file, side))
