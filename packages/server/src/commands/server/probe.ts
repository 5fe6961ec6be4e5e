import { ConfigError, readConfig } from '../../config/config.js'
import { hostOfUrl } from '../../domain/shared/ip.js'
import type { Args } from '../command.js'
import { printLine } from '../output.js'

const TIMEOUT_MS = 4_000
/** Addresses to listen on that stand for all of a machine, with the one that reaches it from itself. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Asks the server of this machine whether it can serve the API, with `--live` only whether it is alive. For containers, whose
 * image has no other HTTP client.
 *
 * @returns 1 unless the server answers 200 in time
 * @throws ConfigError when the port is not fixed
 */
export async function probe(args: Args): Promise<number> {
  const { host: listened, port } = readConfig()
  if (port === 0)
    throw new ConfigError(['MERCHANTPAY_PORT: 0 picks a free port, which a probe does not know'])
  const host = LOOPBACK[listened] ?? listened
  const path = args.flag('live') ? '/healthz' : '/readyz?for=api'
  const url = `http://${hostOfUrl(host)}:${port}${path}`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    printLine(`${response.status} ${await response.text()}`)
    return response.ok ? 0 : 1
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: undefined }
    printLine(`no answer: ${cause instanceof Error ? cause.message : error}`)
    return 1
  }
}
