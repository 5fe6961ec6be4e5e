import { readPersonGrants } from '../people/person-grants.js'
import type { Invited } from '../sessions/pages.js'
import type { SignInLink } from '../sessions/session.js'
import type { Tx } from '../store/unit-of-work.js'
import { findShownMerchant } from './shown-merchant.js'

/** Finds what a usable link invites to; undefined for a link of anyone who was not invited, or has signed in before. */
export async function findInvited(tx: Tx, { grants, expiresAt }: SignInLink): Promise<Invited | undefined> {
  const { personId = '', merchantId } = readPersonGrants(grants) ?? {}
  const person = await tx.people.find(personId)
  if (person?.merchantId !== merchantId || person?.usedAt !== null) return undefined
  const brand = await tx.merchantBrands.find(person.merchantId)
  const { name } = await findShownMerchant(tx, person.merchantId)
  return { merchant: name, role: person.role, expiresAt, timeZone: brand?.timeZone ?? null }
}
