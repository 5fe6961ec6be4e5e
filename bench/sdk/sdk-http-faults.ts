import { isQuick, sized } from '../lib/sized.js'
import { START_LIMIT_MS } from './faults/client-process.js'
import { HTTP_FAULTS, type HttpFault } from './faults/http-faults.js'
import { openLab, success } from './faults/lab.js'
import { type Meet, measure } from './faults/measure.js'
import type { HttpTask } from './faults/report.js'
import { CRASHED, type Table } from './faults/table.js'
import { installPeers, titleOf } from './peers/install.js'
import { HTTP_PEERS } from './peers/peers.js'

/** Measures every client with every fault of an HTTP answer. */
export async function sdkHttpFaults(): Promise<Table> {
  if (!isQuick) await installPeers() // a quick run takes the first client, the SDK, which is installed
  const healthy = await openLab([success])
  const warmUp: HttpTask = {
    kind: 'http',
    origin: healthy.url,
    call: 'read',
    id: 'o1',
    limitMs: START_LIMIT_MS,
  }
  try {
    return await measure(
      HTTP_PEERS.slice(0, sized(HTTP_PEERS.length, 1)).map(titleOf),
      HTTP_FAULTS,
      warmUp,
      meet,
    )
  } finally {
    healthy.stop()
  }
}

const meet: Meet<HttpFault> = async (fault, column, client) => {
  const elsewhere = await openLab([success])
  const { script, judge } = fault.begin(elsewhere.url)
  const lab = await openLab(script)
  const task: HttpTask = { kind: 'http', origin: lab.url, id: 'o1', ...fault.task }
  try {
    const outcome = await client.perform(task)
    if (fault.alsoUnkeyed) await client.perform({ ...task, call: 'createUnkeyed' })
    if (outcome.end === 'crashed') return CRASHED
    const cell = judge({ ...outcome, received: lab.seen, elsewhere: elsewhere.seen })
    const reason = fault.needs && HTTP_PEERS[column]?.lacks?.[fault.needs]
    return reason === undefined ? cell : { saw: `${reason}; ${cell.saw}` }
  } finally {
    lab.stop()
    elsewhere.stop()
  }
}
