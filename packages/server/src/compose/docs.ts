import { SANDBOX_DEPTH } from '../chain/sandbox/sandbox.js'
import { NETWORKS, type ServedNetwork } from '../config/served-networks.js'
import type { Config } from '../config/settings.js'
import type { ContractDocument } from '../docs/contract.js'
import type { Confirmation, ServerLimits } from '../docs/limits.js'
import type { RenderedDocs } from '../docs/site.js'
import { BLOCK_MS } from '../domain/chain/block-time.js'
import type { Policy } from '../domain/shared/policy.js'

/** Blocks of TRON until one is solidified: 19 of its 27 producers have built on it. */
const SOLIDIFIED_BLOCKS = 19

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

function depthOf(
  config: Config,
  { field, network }: ServedNetwork,
): Pick<Confirmation, 'blocks' | 'aboutMs'> {
  if (config[field] === 'sandbox')
    return { blocks: SANDBOX_DEPTH, aboutMs: SANDBOX_DEPTH * config.sandboxBlockMs }
  if (field === 'liveErc20' || field === 'testErc20') {
    const blocks = config[`${field}Confirmations`]
    return { blocks, aboutMs: blocks * BLOCK_MS[network] }
  }
  return { blocks: 'solidified', aboutMs: SOLIDIFIED_BLOCKS * BLOCK_MS[network] }
}
