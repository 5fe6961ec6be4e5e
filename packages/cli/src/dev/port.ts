import { createServer } from 'node:net'
import { configuration } from '../failure.js'

const PREFERRED = 8080

/**
 * The port of the server: the one that is asked for, or that of the last start, which `.env.merchantpay` names, or 8080 if it is
 * free. 0 lets the system choose.
 *
 * @throws Failure when the port of the last start, or the one that is asked for, is taken
 */
export async function choosePort(asked: number | undefined, lastUrl: string | undefined): Promise<number> {
  const last = lastUrl === undefined ? undefined : Number(new URL(lastUrl).port)
  const fixed = asked ?? last
  if (fixed === undefined) return (await isFree(PREFERRED)) ? PREFERRED : 0
  if (await isFree(fixed)) return fixed
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
