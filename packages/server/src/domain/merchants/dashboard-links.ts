import type { Context } from '../context.js'
import { createSignInLink } from '../sessions/sessions.js'
import { type Mandate, personOf } from '../shared/audit-entry.js'
import { DomainError } from '../shared/errors.js'
import { type KeyScope, scopesIn } from '../shared/key-scope.js'
import type { Environment, Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Caller } from './api-key.js'
import { grantsOf, type LinkAccess } from './dashboard-access.js'
import { requireMerchant } from './merchants.js'

/** A link that signs a person in to a merchant's dashboard once. */
export interface DashboardLink {
  /** Shown once; only its hash is stored. */
  readonly token: string
  readonly environment: Environment
  readonly scopes: readonly KeyScope[]
  readonly expiresAt: Instant
}

/** Makes a link at a merchant's request, by default with all scopes of the key. @throws forbidden for a scope that the key lacks */
export async function requestDashboardLink(
  tx: Tx,
  context: Context,
  caller: Caller,
  { scopes = caller.scopes }: { scopes?: readonly KeyScope[] },
): Promise<DashboardLink> {
  if (!scopes.every((scope) => caller.scopes.includes(scope))) throw new DomainError('forbidden')
  const { keyId } = caller
  const mandate = { actor: keyId, reason: null }
  return createLink(
    tx,
    context,
    { ...scopeOf(caller), scopes, keyId, holder: keyId, issuedBy: null },
    mandate,
  )
}

/** Makes a link by decision of the operator. @throws OperatorError if there is no such merchant */
export async function issueDashboardLink(
  tx: Tx,
  context: Context,
  wanted: Scope & { readonly scopes: readonly KeyScope[] },
  mandate: Mandate,
): Promise<DashboardLink> {
  const { id } = await requireMerchant(tx, wanted.merchantId)
  const issuedBy = personOf(mandate.actor)
  return createLink(tx, context, { ...wanted, keyId: null, holder: id, issuedBy }, mandate)
}

async function createLink(
  tx: Tx,
  context: Context,
  { holder, ...wanted }: Omit<LinkAccess, 'kind' | 'linkedAt'> & { readonly holder: string },
  mandate: Mandate,
): Promise<DashboardLink> {
  const { environment } = wanted
  const scopes = scopesIn(wanted.scopes)
  const grants = grantsOf({ ...wanted, scopes, linkedAt: context.clock.real() })
  const link = await createSignInLink(tx, context, { area: 'dashboard', holder, grants }, mandate)
  return { ...link, environment, scopes }
}

const scopeOf = ({ merchantId, environment }: Caller): Scope => ({ merchantId, environment })
