import { createHash } from 'node:crypto'
import type { SweepTerms } from '../chain/sweep-terms.js'
import { canonicalJson } from '../merchants/merchant-input.js'
import { formatUsdt } from '../shared/money.js'
import type { SignedSweeps, SweepPin, SweepPlan } from './sweep-file.js'

/** Writes the files of sweeps as JSON of RFC 8785: one value has one text, and therefore one hash. */

export const PIN_KIND = 'merchantpay-sweep-pin-1'
export const PLAN_KIND = 'merchantpay-sweep-plan-1'
export const SIGNED_KIND = 'merchantpay-signed-sweeps-1'

type Json = string | number | null | readonly Json[] | { readonly [name: string]: Json }

const textOf = (document: Json): string => canonicalJson(JSON.stringify(document))

/** The bytes that the seal of a pin covers. */
export function sealedText(pin: Omit<SweepPin, 'seal'>): string {
  return textOf(pinDocument(pin))
}

export const pinText = (pin: SweepPin): string => textOf({ ...pinDocument(pin), seal: pin.seal })

/** A plan as its file has it: with the hash of all its other members. */
export const planText = (plan: SweepPlan): string => textOf(hashedPlan(plan))

export const signedText = ({ plan, signatures }: SignedSweeps): string =>
  textOf({ kind: SIGNED_KIND, plan: hashedPlan(plan), signatures })

/** SHA-256 of a plan, in hex. */
export const planHash = (plan: SweepPlan): string => sha256(textOf(planDocument(plan)))

/** SHA-256 of a pin, in hex. */
export const pinHash = (pin: SweepPin): string => sha256(pinText(pin))

/** The first 128 bits of a hash, in groups that people compare on two screens. */
export const fingerprint = (hash: string): string => (hash.slice(0, 32).match(/.{4}/g) ?? []).join(' ')

function pinDocument(pin: Omit<SweepPin, 'seal'>): { readonly [name: string]: Json } {
  return {
    kind: PIN_KIND,
    network: pin.network,
    chain_id: pin.chainId,
    token: pin.token,
    path: pin.path,
    xpub: pin.xpub,
    cold: pin.cold,
    hot: pin.hot && { address: pin.hot.address, limit: formatUsdt(pin.hot.limit) },
    max_cost: `${pin.maxCost}`,
  }
}

const hashedPlan = (plan: SweepPlan) => ({ ...planDocument(plan), sha256: planHash(plan) })

function planDocument(plan: SweepPlan): { readonly [name: string]: Json } {
  return {
    kind: PLAN_KIND,
    environment: plan.environment,
    network: plan.network,
    chain_id: plan.chainId,
    token: plan.token,
    target: plan.target,
    destination: plan.destination,
    planned_at: plan.plannedAt,
    terms: termsDocument(plan.terms),
    items: plan.items.map(({ index, address, amount, nonce }) => ({
      ...{ index, address, nonce },
      amount: formatUsdt(amount),
    })),
  }
}

function termsDocument(terms: SweepTerms): Json {
  if (terms.kind === 'gas') {
    const { gasLimit, maxFee, tip } = terms
    return { kind: 'gas', gas_limit: `${gasLimit}`, max_fee: `${maxFee}`, tip: `${tip}` }
  }
  return {
    kind: 'energy',
    fee_limit: `${terms.feeLimit}`,
    byte_cost: `${terms.byteCost}`,
    lent_energy: terms.lentEnergy,
    bytes: terms.bytes,
    expected_cost: `${terms.expectedCost}`,
    reference_block: terms.reference.number,
    reference_hash: terms.reference.hash,
    signed_at: terms.signedAt,
    expires_at: terms.expiresAt,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
