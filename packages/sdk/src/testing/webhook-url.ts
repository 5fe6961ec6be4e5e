import {
  CLOSED_BLOCKS,
  CLOSED_PORTS,
  HIDING_IDENTIFIERS,
  PRIVATE_DOMAINS,
} from '../generated/webhook-targets.gen.js'
import { parseUrl } from '../util/parse-url.js'
import { type IpAddress, isInside, readAddress, unwrapIpv4 } from './ip-address.js'
import { Refusal } from './refusal.js'

const FIRST_UNPRIVILEGED_PORT = 1_024
const LONGEST = 2_048

/**
 * Reads the URL of a webhook receiver: HTTPS, no credentials, no fragment, a usual port, not plainly private.
 *
 * @returns it as the URL parser writes it
 * @throws Refusal invalid_webhook_url
 */
export function requireWebhookUrl(text: string): string {
  const isSpelled = /^https:\/\/[^\p{Cc}\s#]*$/iu.test(text) && text.length <= LONGEST
  const url = isSpelled ? parseUrl(text) : undefined
  if (url && isPlain(url) && isPublic(url.hostname) && url.href.length <= LONGEST) return url.href
  throw new Refusal('invalid_webhook_url')
}

function isPlain({ username, password, port }: URL): boolean {
  const number = Number(port)
  const isUsual = port === '' || (number >= FIRST_UNPRIVILEGED_PORT && !CLOSED_PORTS.includes(number))
  return username === '' && password === '' && isUsual
}

function isPublic(host: string): boolean {
  const address = readAddress(host)
  return address ? isPublicAddress(address) : !isPrivateName(host.replace(/\.$/, ''))
}

function isPublicAddress(address: IpAddress): boolean {
  const isHiding = address.width === 128 && HIDING_IDENTIFIERS.includes((address.bits >> 32n) & 0xffffffffn)
  const judged = unwrapIpv4(address)
  return !isHiding && !CLOSED_BLOCKS.some((block) => isInside(block, judged))
}

/** Tells whether a name cannot be public: one label, an empty label, or a domain reserved for private use. */
function isPrivateName(name: string): boolean {
  const labels = name.split('.')
  const isReserved = PRIVATE_DOMAINS.some((domain) => `.${name}`.endsWith(`.${domain}`))
  return labels.length === 1 || labels.includes('') || isReserved
}
