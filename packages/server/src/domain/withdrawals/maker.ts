import type { Caller } from '../merchants/api-key.js'
import { type Mandate, personOf } from '../shared/audit-entry.js'

/** The maker of a withdrawal. */
export interface Maker {
  /** The key or the dashboard session that asked for it, or the operator as in the audit log. */
  readonly name: string
  /** The operator who made it or who issued its key or link; null where only the merchant had them. */
  readonly operator: string | null
}

/** The maker of a withdrawal that a merchant asks for. */
export const makerOf = ({ keyId, issuedBy }: Pick<Caller, 'keyId' | 'issuedBy'>): Maker => ({
  name: keyId,
  operator: issuedBy,
})

/** The maker of a withdrawal that an operator decides on. */
export const operatorAsMaker = ({ actor }: Pick<Mandate, 'actor'>): Maker => ({
  name: actor,
  operator: personOf(actor),
})

/** Whether an actor is the operator behind a withdrawal. Letter case does not make another person. */
export const isMaker = (madeBy: Maker | null, actor: string): boolean =>
  madeBy?.operator?.toLowerCase() === personOf(actor).toLowerCase()

/** Names the maker of a withdrawal, with the operator behind it; undefined in rows of earlier versions. */
export function makerText({ madeBy }: { readonly madeBy: Maker | null }): string | undefined {
  if (madeBy === null) return undefined
  const { name, operator } = madeBy
  return operator === null || personOf(name) === operator ? name : `${name}, issued by ${operator}`
}
