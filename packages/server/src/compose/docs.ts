import type { Config } from '../config/settings.js'
import type { ContractDocument } from '../docs/contract.js'
import type { RenderedDocs } from '../docs/site.js'
import type { Policy } from '../domain/shared/policy.js'

/**
 * Renders the API reference of this server. Its code is loaded at the first request for it.
 *
 * @param contract the parsed contract that is served: parsing it again would take longer than rendering all pages
 */
export async function openDocs(
  contract: object,
  policy: Policy,
  { rateLimitPerMinute, registrationsPerHour, webhookTimeoutMs }: Config,
): Promise<RenderedDocs> {
  const { renderDocs } = await import('../docs/site.js')
  const limits = { policy, requestsPerMinute: rateLimitPerMinute, registrationsPerHour, webhookTimeoutMs }
  return renderDocs({ contract: contract as ContractDocument, limits }) // our own file, linted before it ships
}
