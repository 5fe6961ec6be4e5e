import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLocalhost, LOCALHOST } from '@merchantpay/core/webhook-url'

/** Whether a webhook may be sent to this IP address. */
export type AddressCheck = (address: string) => boolean

/** An attempt that ended before or without a response, for its own reason. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  constructor(readonly code: string) {
    super(code)
  }
}

const LOOKUP_TIMEOUT_MS = 1_000
const LOOKUP_TRIES = 2

/**
 * Resolves all addresses of a host. A single forbidden address rejects them all, since the connection could take any
 * of them. Queries the name servers directly: the system's resolver would block one of four threads for as long as a
 * name server is silent.
 *
 * @param nameServers each an address, with its port where that is not 53; the system's name servers where absent
 * @throws TargetError `blocked_target`, or `dns_error` when there is no address
 */
export async function resolveTarget(
  host: string,
  isAllowed: AddressCheck,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<string[]> {
  const addresses = await addressesOf(host, signal, nameServers)
  if (addresses.length === 0) throw new TargetError('dns_error')
  if (!addresses.every(isAllowed)) throw new TargetError('blocked_target')
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
