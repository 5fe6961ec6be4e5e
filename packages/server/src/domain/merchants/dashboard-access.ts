import type { Person } from '../people/person.js'
import { findPerson, PERSON_SESSION_MS, type PersonAccess, rightsOfPerson } from '../people/person-access.js'
import { readPersonGrants } from '../people/person-grants.js'
import { RIGHTS, type Right, scopeOfRight } from '../people/person-roles.js'
import { findRefundLimit } from '../people/refund-limit.js'
import type { Holder, Session } from '../sessions/session.js'
import { SESSION_MS } from '../sessions/sessions.js'
import { type KeyScope, scopesIn } from '../shared/key-scope.js'
import type { Environment, Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Caller } from './api-key.js'
import { merchantEnvironment } from './merchant.js'

/** The access of a session that began with a link for an environment, by a key or by the operator. */
export interface LinkAccess extends Scope {
  readonly kind: 'link'
  readonly scopes: readonly KeyScope[]
  /** The key that asked for the link, whose end is the end of the session; null for a link of the operator. */
  readonly keyId: string | null
  /** The operator who issued the link; null for a link of a key. */
  readonly issuedBy: string | null
  /** When the link was made. */
  readonly linkedAt: Instant
}

/** The access that a session of the dashboard has. */
export type DashboardAccess = LinkAccess | PersonAccess

/** The merchant of a session in one environment, with what the session may do as of now. */
export interface DashboardCaller extends Caller {
  /** The person of a session; null for one that began with a link of a key or of the operator. */
  readonly person: Person | null
  /** Of the session. */
  readonly rights: ReadonlySet<Right>
}

const NO_KEY = '-'

/** Writes an access as the grants of a link and of its session. */
export const grantsOf = ({
  merchantId,
  environment,
  keyId,
  scopes,
  ...link
}: Omit<LinkAccess, 'kind'>): string =>
  [merchantId, environment, keyId ?? NO_KEY, scopes.join(','), link.linkedAt, issuerText(link)]
    .join(' ')
    .trim()

/** A name of the operating system may contain spaces. */
const issuerText = ({ issuedBy }: Pick<LinkAccess, 'issuedBy'>): string => encodeURIComponent(issuedBy ?? '')

/** Reads the access that a session was granted. @throws Error for grants of another area */
export function accessOf({ grants }: Pick<Session, 'grants'>): DashboardAccess {
  const ofPerson = readPersonGrants(grants)
  if (ofPerson) return ofPerson
  const [merchantId, environment, keyId, scopes, linkedAt, issuedBy] = grants.split(' ')
  if (!merchantId || !isEnvironment(environment) || !keyId || scopes === undefined || !linkedAt)
    throw new Error(`${grants} are no grants of the dashboard`)
  return {
    kind: 'link',
    merchantId,
    environment,
    keyId: keyId === NO_KEY ? null : keyId,
    scopes: scopesIn(scopes.split(',')),
    issuedBy: issuedBy === undefined ? null : decodeURIComponent(issuedBy),
    linkedAt: parseInt(linkedAt, 10),
  }
}

/** The length of the session that a link begins, in milliseconds. */
export const sessionLengthOf = (link: Holder): number =>
  accessOf(link).kind === 'person' ? PERSON_SESSION_MS : SESSION_MS

/** The request of a session. */
interface Visitor {
  readonly session: Pick<Session, 'id' | 'grants' | 'usedAt'>
  /** Chosen by a person; the link of another session has chosen. */
  readonly environment: Environment | undefined
  readonly now: Instant
}

/**
 * Finds the caller of a session, with the present status of its merchant, and with no scope that its key or the role of its
 * person lacks. Undefined once the key is revoked or the person is removed.
 */
export async function findDashboardCaller(
  tx: Tx,
  { session, environment, now }: Visitor,
): Promise<DashboardCaller | undefined> {
  const access = accessOf(session)
  if (access.kind === 'link') return findLinkCaller(tx, session, access)
  const person = await findPerson(tx, access, session, now)
  const merchant = person && (await tx.merchants.find(person.merchantId))
  if (!merchant) return undefined
  const rights = rightsOfPerson(person, now)
  return {
    keyId: person.id,
    merchantId: merchant.id,
    environment: merchantEnvironment(merchant) === 'test' ? 'test' : (environment ?? 'live'),
    scopes: scopesIn(rights),
    rights: new Set(rights),
    issuedBy: access.issuedBy,
    merchant,
    person,
    refundLimit: await findRefundLimit(tx, person),
  }
}

async function findLinkCaller(
  tx: Tx,
  session: Pick<Session, 'id'>,
  { merchantId, environment, keyId, scopes, issuedBy }: LinkAccess,
): Promise<DashboardCaller | undefined> {
  const person = null
  if (keyId === null) {
    const merchant = await tx.merchants.find(merchantId)
    const rights = rightsOf(scopes)
    return (
      merchant && { keyId: session.id, merchantId, environment, scopes, rights, issuedBy, merchant, person }
    )
  }
  const key = await tx.apiKeys.findOwned(keyId)
  if (!key || key.revokedAt !== null) return undefined
  const both = scopes.filter((scope) => key.scopes.includes(scope))
  const { issuedBy: issuer, merchant } = key
  const rights = rightsOf(both)
  return { keyId, merchantId, environment, scopes: both, rights, issuedBy: issuer, merchant, person }
}

/** The rights that scopes give to the holder of a link. */
const rightsOf = (scopes: readonly KeyScope[]): ReadonlySet<Right> =>
  new Set(RIGHTS.filter((right) => scopes.some((scope) => scope === scopeOfRight(right))))

const isEnvironment = (text: string | undefined): text is Environment => text === 'live' || text === 'test'
