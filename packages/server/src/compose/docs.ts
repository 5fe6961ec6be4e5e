import { SANDBOX_DEPTH } from '../chain/sandbox/sandbox.js'
import { NETWORKS, paymentLimitsOf, type ServedNetwork } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { ContractDocument } from '../docs/contract.js'
import type { Confirmation, ServerLimits } from '../docs/limits.js'
import type { RenderedDocs } from '../docs/site.js'
import type { Policy } from '../domain/shared/policy.js'
import { descriptionOf } from '../networks/networks.js'

/**
 * Renders the API reference of this server. Its code is loaded at the first request for it.
 *
 * @param contract the parsed contract that is served: parsing it again would take longer than rendering all pages
 */
export async function openDocs(contract: object, policy: Policy, config: Config): Promise<RenderedDocs> {
  const { renderDocs } = await import('../docs/site.js')
  const limits = serverLimits(policy, config)
  return renderDocs({ contract: contract as ContractDocument, limits }) // our own file, linted before it ships
}

/** Returns the settings that the reference shows. */
export const serverLimits = (policy: Policy, config: Config): ServerLimits => ({
  policy,
  requestsPerMinute: config.rateLimitPerMinute,
  registrationsPerHour: config.registrationsPerHour,
  webhookTimeoutMs: config.webhookTimeoutMs,
  confirmations: NETWORKS.filter(({ field }) => config[field] !== 'off').map((served) => ({
    environment: served.environment,
    network: served.network,
    ...depthOf(config, served),
  })),
})

function depthOf(config: Config, served: ServedNetwork): Pick<Confirmation, 'blocks' | 'aboutMs'> {
  if (config[served.field] === 'sandbox')
    return { blocks: SANDBOX_DEPTH, aboutMs: SANDBOX_DEPTH * config.sandboxBlockMs }
  const { finalBlocks, hasSecondUrl, blockMs, pollMs } = descriptionOf(served.network)
  if (finalBlocks !== undefined)
    return { blocks: hasSecondUrl ? 'solidified' : 'final', aboutMs: Math.max(finalBlocks * blockMs, pollMs) }
  const blocks = paymentLimitsOf(config, served).confirmations
  return { blocks, aboutMs: blocks * blockMs }
}
