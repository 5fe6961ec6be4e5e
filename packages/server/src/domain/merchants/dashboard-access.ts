import type { Session } from '../sessions/session.js'
import { type KeyScope, scopesIn } from '../shared/key-scope.js'
import type { Environment, Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Caller } from './api-key.js'

/** The access that a session of the dashboard has. */
export interface DashboardAccess extends Scope {
  readonly scopes: readonly KeyScope[]
  /** The key that asked for the link, whose end is the end of the session; null for a link of the operator. */
  readonly keyId: string | null
  /** The operator who issued the link; null for a link of a key. */
  readonly issuedBy: string | null
  /** When the link was made. */
  readonly linkedAt: Instant
}

const NO_KEY = '-'

/** Writes an access as the grants of a link and of its session. */
export const grantsOf = ({ merchantId, environment, keyId, scopes, ...link }: DashboardAccess): string =>
  [merchantId, environment, keyId ?? NO_KEY, scopes.join(','), link.linkedAt, issuer(link)].join(' ').trim()

/** A name of the operating system may contain spaces. */
const issuer = ({ issuedBy }: Pick<DashboardAccess, 'issuedBy'>): string => encodeURIComponent(issuedBy ?? '')

/** Reads the access that a session was granted. @throws Error for grants of another area */
export function accessOf({ grants }: Pick<Session, 'grants'>): DashboardAccess {
  const [merchantId, environment, keyId, scopes, linkedAt, issuedBy] = grants.split(' ')
  if (!merchantId || !isEnvironment(environment) || !keyId || scopes === undefined || !linkedAt)
    throw new Error(`${grants} are no grants of the dashboard`)
  return {
    merchantId,
    environment,
    keyId: keyId === NO_KEY ? null : keyId,
    scopes: scopesIn(scopes.split(',')),
    issuedBy: issuedBy === undefined ? null : decodeURIComponent(issuedBy),
    linkedAt: parseInt(linkedAt, 10),
  }
}

/**
 * Finds the caller of a session, with the present status of its merchant and no scope that its key lacks. Undefined once the
 * key is revoked.
 */
export async function findDashboardCaller(
  tx: Tx,
  session: Pick<Session, 'id' | 'grants'>,
): Promise<Caller | undefined> {
  const { merchantId, environment, keyId, scopes, issuedBy } = accessOf(session)
  if (keyId === null) {
    const merchant = await tx.merchants.find(merchantId)
    return merchant && { keyId: session.id, merchantId, environment, scopes, issuedBy, merchant }
  }
  const key = await tx.apiKeys.findOwned(keyId)
  if (!key || key.revokedAt !== null) return undefined
  const both = scopes.filter((scope) => key.scopes.includes(scope))
  return { keyId, merchantId, environment, scopes: both, issuedBy: key.issuedBy, merchant: key.merchant }
}

const isEnvironment = (text: string | undefined): text is Environment => text === 'live' || text === 'test'
