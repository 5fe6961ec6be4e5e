import type { IpBlock } from '@merchantpay/core/ip'
import { contactLink } from '../domain/merchants/contact.js'
import { blocks, integer, onOff, type Setting } from './setting-values.js'

const ORIGIN = /^https:\/\/(?:\*\.)?[a-z0-9.-]+(?::[0-9]{1,5})?$/i

/** Settings for connections without an API key: payers, operators, and proxies in front of the server. */
export const VISITOR_SETTINGS = {
  isConsoleServed: {
    name: 'MERCHANTPAY_CONSOLE',
    default: 'off',
    meaning:
      '`on` serves the operator console under `/console`; `merchantpay-server console --as NAME` signs in. `off` answers 404 there.',
    parse: onOff,
  } satisfies Setting<boolean>,
  hasSingleOperator: {
    name: 'MERCHANTPAY_SINGLE_OPERATOR',
    default: 'off',
    meaning:
      '`on` lets the operator who made a withdrawal or a refund approve it, for an installation with one operator; `attention` shows that. `off` asks for another person.',
    parse: onOff,
  } satisfies Setting<boolean>,
  trustedProxies: {
    name: 'MERCHANTPAY_TRUSTED_PROXIES',
    default: '',
    meaning:
      'Comma-separated CIDR blocks of proxies in front: limits count the client address of their `X-Forwarded-For`.',
    parse: blocks,
  } satisfies Setting<IpBlock[]>,
  keepAliveSeconds: {
    name: 'MERCHANTPAY_KEEP_ALIVE_SECONDS',
    default: '75',
    meaning:
      'How long an idle connection stays open. A balancer in front must keep its own connections for less, or it sends a request into a closing one.',
    parse: integer(1, 3_600),
  } satisfies Setting<number>,
  hstsSeconds: {
    name: 'MERCHANTPAY_HSTS_SECONDS',
    default: '31536000',
    meaning: '`max-age` of `Strict-Transport-Security`, for this host alone; 0 revokes it.',
    parse: integer(0, 63_072_000),
  } satisfies Setting<number>,
  supportContact: {
    name: 'MERCHANTPAY_SUPPORT_CONTACT',
    meaning:
      "E-mail address or https URL of the support contact on the checkout page; the merchant's e-mail address when unset.",
    parse: contact,
  } satisfies Setting<string>,
  checkoutFrameAncestors: {
    name: 'MERCHANTPAY_CHECKOUT_FRAME_ANCESTORS',
    default: "'none'",
    meaning:
      "Sites that may embed the checkout page: `'none'`, or `'self'` and https origins, separated by spaces.",
    parse: frameAncestors,
  } satisfies Setting<string>,
} as const

function contact(value: string): string {
  if (contactLink(value) === undefined) throw new Error('expected an e-mail address or an https URL')
  return value
}

function frameAncestors(value: string): string {
  const sources = value.split(' ').filter((source) => source !== '')
  const isUsable = sources.every((source) => source === "'self'" || ORIGIN.test(source))
  if (value !== "'none'" && !isUsable)
    throw new Error("expected 'none', or 'self' and https origins, separated by spaces")
  return sources.join(' ')
}
