// The process of one client: receives tasks and reports their outcomes.
import { HTTP_PEERS, STREAM_PEERS } from '../peers/peers.js'
import { callOnce } from './http-call.js'
import type { Outcome, Task } from './report.js'
import { readStream } from './stream-call.js'

const column = Number(process.argv[2])

function perform(task: Task): Promise<Outcome> {
  return task.kind === 'http' ? callOnce(peerOf(HTTP_PEERS), task) : readStream(peerOf(STREAM_PEERS), task)
}

function peerOf<T>(peers: readonly T[]): T {
  const peer = peers[column]
  if (peer === undefined) throw new Error(`there is no client ${column}`)
  return peer
}

// A call that was given up may reject much later, which must not end the process.
process.on('unhandledRejection', (error) => console.error('unhandled rejection', error))
process.on('disconnect', () => process.exit()) // although the client may still wait
process.on('message', async (task: Task) => process.send?.(await perform(task)))
process.send?.('ready')
