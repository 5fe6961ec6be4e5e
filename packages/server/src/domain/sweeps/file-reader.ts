import { NETWORKS, type Network } from '../../networks/networks.js'
import { readAddress } from '../../networks/spellings.js'
import type { SweepTerms } from '../chain/sweep-terms.js'
import { canonicalJson } from '../merchants/merchant-input.js'
import { OperatorError } from '../shared/operator-error.js'
import { ENVIRONMENTS } from '../shared/types.js'
import { PIN_KIND, PLAN_KIND, planHash, SIGNED_KIND } from './file-text.js'
import { Members } from './members.js'
import {
  MOST_ITEMS,
  type SignedSweeps,
  SWEEP_TARGETS,
  type SweepItem,
  type SweepPin,
  type SweepPlan,
} from './sweep-file.js'

/** Reads the files of sweeps. They come on a USB stick: each byte must be the one that this version would write. */

const HASH = /^[0-9a-f]{64}$/
const SIGNATURE = /^[0-9a-f]{130}$/
const PATH = /^m(?:\/[0-9]{1,10}'?){3,4}$/
const XPUB = /^xpub[1-9A-HJ-NP-Za-km-z]{107,108}$/
/** The largest index that is not hardened. */
const LAST_INDEX = 2 ** 31 - 1

/** @throws OperatorError that names the first fault */
export function readPin(text: string): SweepPin {
  const pin = documentOf(text, 'the pin', PIN_KIND)
  const network = pin.choice('network', NETWORKS)
  const read = {
    network,
    chainId: pin.count('chain_id'),
    token: pin.text('token', addressOf(network)),
    path: pin.matching('path', PATH),
    xpub: pin.matching('xpub', XPUB),
    cold: pin.text('cold', addressOf(network)),
    hot: readHot(pin, network),
    maxCost: pin.units('max_cost'),
    seal: pin.matching('seal', HASH),
  }
  pin.end()
  return read
}

/** @throws OperatorError that names the first fault */
export const readPlan = (text: string): SweepPlan => planOf(documentOf(text, 'the plan', PLAN_KIND))

/** @throws OperatorError that names the first fault */
export function readSigned(text: string): SignedSweeps {
  const file = documentOf(text, 'the signed file', SIGNED_KIND)
  const plan = file.object('plan')
  requireKind(plan, PLAN_KIND)
  const signatures = file.list('signatures', MOST_ITEMS)
  file.end()
  const read = planOf(plan)
  if (signatures.length !== read.items.length || !signatures.every(isSignature))
    throw file.fault('signatures')
  return { plan: read, signatures }
}

const isSignature = (value: unknown): value is string => typeof value === 'string' && SIGNATURE.test(value)

/** @throws OperatorError unless the text is the one spelling of a JSON object of that kind */
function documentOf(text: string, what: string, kind: string): Members {
  let canonical: string | undefined
  try {
    canonical = canonicalJson(text)
  } catch {
    // Not JSON.
  }
  if (canonical !== text) throw new OperatorError(`${what} is not JSON as this program writes it`)
  const members = new Members(JSON.parse(text), what)
  requireKind(members, kind)
  return members
}

const requireKind = (members: Members, kind: string) => members.choice('kind', [kind])

function readHot(pin: Members, network: Network): SweepPin['hot'] {
  if (pin.isNull('hot')) {
    pin.take('hot')
    return null
  }
  const hot = pin.object('hot')
  const read = { address: hot.text('address', addressOf(network)), limit: hot.usdt('limit') }
  hot.end()
  return read
}

function planOf(plan: Members): SweepPlan {
  const network = plan.choice('network', NETWORKS)
  const read = {
    environment: plan.choice('environment', ENVIRONMENTS),
    network,
    chainId: plan.count('chain_id'),
    token: plan.text('token', addressOf(network)),
    target: plan.choice('target', SWEEP_TARGETS),
    destination: plan.text('destination', addressOf(network)),
    plannedAt: plan.count('planned_at'),
    terms: readTerms(plan.object('terms')),
    items: plan.list('items', MOST_ITEMS).map((item) => readItem(new Members(item, 'an item'), network)),
  }
  const hash = plan.matching('sha256', HASH)
  plan.end()
  if (hash !== planHash(read)) throw new OperatorError('the plan does not have the hash that it states')
  requireDistinct(read.items)
  return read
}

function requireDistinct(items: readonly SweepItem[]): void {
  const addresses = new Set<string>()
  const indexes = new Set<number>()
  for (const { address, index } of items) {
    if (addresses.has(address) || indexes.has(index))
      throw new OperatorError(`the plan has ${address} at index ${index} twice`)
    addresses.add(address)
    indexes.add(index)
  }
}

function readItem(item: Members, network: Network): SweepItem {
  const index = item.count('index')
  if (index > LAST_INDEX) throw item.fault('index')
  const read = {
    index,
    address: item.text('address', addressOf(network)),
    amount: item.usdt('amount'),
    nonce: item.count('nonce'),
  }
  item.end()
  return read
}

function readTerms(terms: Members): SweepTerms {
  const read = terms.choice('kind', ['gas', 'energy']) === 'gas' ? gasTerms(terms) : energyTerms(terms)
  terms.end()
  return read
}

const gasTerms = (terms: Members): SweepTerms => ({
  kind: 'gas',
  gasLimit: terms.units('gas_limit'),
  maxFee: terms.units('max_fee'),
  tip: terms.units('tip'),
})

const energyTerms = (terms: Members): SweepTerms => ({
  kind: 'energy',
  feeLimit: terms.units('fee_limit'),
  byteCost: terms.units('byte_cost'),
  lentEnergy: terms.count('lent_energy'),
  bytes: terms.count('bytes'),
  expectedCost: terms.units('expected_cost'),
  reference: { number: terms.count('reference_block'), hash: terms.matching('reference_hash', HASH) },
  signedAt: terms.count('signed_at'),
  expiresAt: terms.count('expires_at'),
})

/** Accepts an address in the network's one spelling. */
const addressOf = (network: Network) => (text: string) =>
  readAddress(network, text) === text ? text : undefined
