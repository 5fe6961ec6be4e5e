import { isQuick, sized } from '../lib/sized.js'
import { START_LIMIT_MS } from './faults/client-process.js'
import { openLab } from './faults/lab.js'
import { type Meet, measure } from './faults/measure.js'
import type { StreamTask } from './faults/report.js'
import { frame, STREAM_FAULTS, type StreamFault } from './faults/stream-faults.js'
import { CRASHED, type Table } from './faults/table.js'
import { generateHeyApi } from './peers/clients/hey-api.js'
import { installPeers, titleOf } from './peers/install.js'
import { STREAM_PEERS } from './peers/peers.js'

/** Measures every client with streams with every fault of an event stream. */
export async function sdkSseFaults(): Promise<Table> {
  // A quick run takes the first client, the SDK, which is installed.
  if (!isQuick) {
    await installPeers()
    await generateHeyApi()
  }
  const healthy = await openLab([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(frame(1, 'PAID'))
    },
  ])
  const warmUp: StreamTask = { kind: 'stream', origin: healthy.url, limitMs: START_LIMIT_MS }
  try {
    return await measure(
      STREAM_PEERS.slice(0, sized(STREAM_PEERS.length, 1)).map(titleOf),
      STREAM_FAULTS,
      warmUp,
      meet,
    )
  } finally {
    healthy.stop()
  }
}

const meet: Meet<StreamFault> = async ({ task, script, judge }, _column, client) => {
  const lab = await openLab(script())
  try {
    const outcome = await client.perform({ kind: 'stream', origin: lab.url, ...task })
    if (outcome.end === 'crashed') return CRASHED
    return judge({ ...outcome, received: lab.seen })
  } finally {
    lab.stop()
  }
}
