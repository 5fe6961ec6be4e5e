import type { Config } from './config.js'
import type { DocsFile } from './docs/site.js'
import type { Policy } from './domain/policy.js'

/** The reference of this server. Loaded and rendered when somebody reads it. */
export async function openDocs(
  contractText: string,
  policy: Policy,
  { rateLimitPerMinute, registrationsPerHour, webhookTimeoutMs }: Config,
): Promise<{ files: ReadonlyMap<string, DocsFile> }> {
  const { renderDocs } = await import('./docs/site.js')
  const limits = { policy, requestsPerMinute: rateLimitPerMinute, registrationsPerHour, webhookTimeoutMs }
  return { files: renderDocs({ contractText, limits }) }
}
