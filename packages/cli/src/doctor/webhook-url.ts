/** Checks of a webhook URL: what the service needs to reach it. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { toIp } from '@merchantpay/core/ip'
import { hostOf, isIpAllowed, isLocalhost, PLAIN_HTTPS, parseWebhookUrl } from '@merchantpay/core/webhook-url'
import { type Finding, fault, good } from './finding.js'

const HTTPS_PORT = 443
const CONNECT_MS = 10_000
const ON_YOUR_MACHINE = 'On your machine use merchantpay listen, which needs no public address.'

export async function checkWebhookUrl(text: string): Promise<Finding> {
  const url = parseWebhookUrl(text, parse)
  const check = `webhook ${text}`
  if (!url) return fault(check, 'webhook_url', `${text} ${PLAIN_HTTPS}`, ON_YOUR_MACHINE)
  const host = hostOf(url)
  const addresses = await addressesOf(host)
  if (addresses.length === 0)
    return fault(
      check,
      'webhook_dns',
      `${host} has no address`,
      'Add an A or AAAA record, or correct the name.',
    )
  const closed = addresses.find((address) => !isIpAllowed(toIp(address), []))
  if (closed !== undefined)
    return fault(
      check,
      'webhook_private_address',
      `${host} is ${closed}, which is not public, so no delivery goes there`,
      `Publish the receiver under a public address. ${ON_YOUR_MACHINE}`,
    )
  const reason = await tlsProblem(host, url.port === '' ? HTTPS_PORT : Number(url.port))
  if (reason === undefined) return good(check, `${host} has a public address and a valid certificate`)
  return fault(
    check,
    'webhook_tls',
    `no TLS connection to ${host}: ${reason}`,
    'Install a certificate of a public authority for this name, with its intermediate certificates.',
  )
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  if (isLocalhost(host)) return ['127.0.0.1']
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )
}

/** Why no TLS connection can be made; undefined if one can. */
export function tlsProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) ? {} : { servername: host }
    const socket = connect({ host, port, timeout: CONNECT_MS, ...servername })
    const end = (reason: string | undefined) => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('secureConnect', () => end(undefined))
    socket.once('timeout', () => end(`no answer within ${CONNECT_MS / 1_000} s`))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.message || `${error.code}`))
  })
}
