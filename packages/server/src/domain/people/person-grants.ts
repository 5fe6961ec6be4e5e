import type { PersonAccess } from './person-access.js'

/** The first word of the grants of a person. */
const PERSON = 'person'

/** Writes the access of a person as the grants of a link and of its session. */
export const grantsOfPerson = ({ merchantId, personId, issuedBy }: Omit<PersonAccess, 'kind'>): string =>
  [PERSON, merchantId, personId, encodeURIComponent(issuedBy ?? '')].join(' ').trim()

/** Reads the access of a person; undefined for grants of another kind. */
export function readPersonGrants(grants: string): PersonAccess | undefined {
  const [kind, merchantId, personId, issuedBy] = grants.split(' ')
  if (kind !== PERSON || !merchantId || !personId) return undefined
  return {
    kind: PERSON,
    ...{ merchantId, personId },
    issuedBy: issuedBy === undefined ? null : decodeURIComponent(issuedBy),
  }
}
