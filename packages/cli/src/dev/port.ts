import { createServer } from 'node:net'
import { configuration } from '../failure.js'
import type { Output } from '../output.js'

const PREFERRED = 8080

/**
 * The port of the server: the one that is asked for, or that of the last start, which `.env.merchantpay` names, or 8080 if it is
 * free. 0 lets the system choose.
 *
 * @throws Failure when the port of the last start, or the one that is asked for, is taken
 */
export async function choosePort(
  asked: number | undefined,
  lastUrl: string | undefined,
  output: Output,
): Promise<number> {
  const last = lastUrl === undefined ? undefined : Number(new URL(lastUrl).port)
  const fixed = asked ?? last
  if (await isFree(fixed ?? PREFERRED)) return fixed ?? PREFERRED
  if (fixed === undefined) {
    output.note(`port ${PREFERRED} is taken, so the server takes a free one, at later starts too`)
    return 0
  }
  throw configuration(
    'port_taken',
    `port ${fixed} is taken: end what listens there, or choose another with --port`,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
