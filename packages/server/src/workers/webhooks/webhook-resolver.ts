import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLocalhost, LOCALHOST } from '@merchantpay/core/webhook-url'

/** Whether a webhook may be sent to this IP address. */
export type JudgeAddress = (address: string) => boolean

/** The attempt ended before or without an answer, for a reason of its own. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  constructor(readonly code: string) {
    super(code)
  }
}

const LOOKUP_TIMEOUT_MS = 1_000
const LOOKUP_TRIES = 2

/**
 * All addresses of a host, every one of them judged: a single closed one refuses them all, since nobody says which one a
 * connection would take. Asks the name servers directly; the system's resolver would hold one of four threads for as long
 * as a name server is silent.
 *
 * @param nameServers each an address, with its port where that is not 53; those of the system where none are named
 * @throws TargetError `blocked_target`, or `dns_error` when there is no address
 */
export async function resolveTarget(
  host: string,
  judge: JudgeAddress,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<string[]> {
  const addresses = await addressesOf(host, signal, nameServers)
  if (addresses.length === 0) throw new TargetError('dns_error')
  if (!addresses.every(judge)) throw new TargetError('blocked_target')
  return addresses
}

async function addressesOf(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<string[]> {
  if (isIP(host)) return [host]
  if (isLocalhost(host)) return [LOCALHOST]
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES })
  if (nameServers) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
