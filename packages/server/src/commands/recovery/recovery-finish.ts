import { requireNodesOf } from '../../compose/wallet-identity.js'
import { ConfigError, readConfig } from '../../config/config.js'
import {
  finishRecovery,
  listOpenPoints,
  type OpenPoint,
  requireRecovering,
} from '../../domain/recovery/open-points.js'
import type { Recovery } from '../../domain/recovery/recovery.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { ALL_CHAINS, type ChainId, type Instant } from '../../domain/shared/types.js'
import type { AccessSummary } from '../../domain/store/recovery-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Args } from '../command.js'
import { readReport } from '../ledger/ledger.js'
import { printLine, printNote } from '../output.js'
import { mandateOf, readStore, withStore } from '../store-access.js'
import { compareWalletNonces, nodeChainsOf } from './recovery-nodes.js'

/** Finishes the recovery, or names every point that is still open. */
export async function finish(args: Args): Promise<number> {
  const chains = nodeChainsOf(readConfig())
  const messages = [...(await listOpen(chains)), ...(await listPeople(args.flag('people-checked')))]
  if (messages.length > 0) {
    for (const message of messages) printNote(message)
    printNote('the recovery is not finished; see `restore status`')
    return 1
  }
  const { recovery, summary, paused } = await withStore(({ store, context }) =>
    store.write(async (tx) => {
      const open = await requireRecovering(tx)
      await finishRecovery(tx, context, chains, mandateOf(args))
      return { recovery: open, summary: await tx.recoveries.summarizeAccess(), paused: await listPaused(tx) }
    }),
  )
  printLine('the recovery is finished: withdrawals are signed again')
  for (const line of [...paused, ...linesOf(recovery, summary)]) printLine(line)
  return 0
}

async function listOpen(chains: readonly ChainId[]): Promise<string[]> {
  const points = await readStore(async (tx) => listOpenPoints(tx, await requireRecovering(tx), chains))
  return [...points.map(textOf), ...(await listHindrances())]
}

/** Lists what keeps a recovery open although the database shows nothing: nonces, a violated ledger, missing nodes. */
export async function listHindrances(): Promise<string[]> {
  try {
    requireNodesOf(
      readConfig(),
      await readStore((tx) => tx.wallets.list()),
      'the database has a wallet of it',
    )
  } catch (error) {
    if (error instanceof ConfigError) return [...error.faults]
    throw error
  }
  const nonces = await withStore(({ store }) => compareWalletNonces(store))
  return [...nonces.map(textOf), ...(await listViolations())]
}

const textOf = ({ environment, network, message }: OpenPoint): string =>
  `${environment}/${network}: ${message}`

async function listViolations(): Promise<string[]> {
  try {
    const { checks } = await readReport(true)
    return checks.flatMap(({ violations }) => violations.map(({ message }) => `ledger verify: ${message}`))
  } catch (error) {
    return [`the ledger could not be verified: ${error instanceof Error ? error.message : error}`]
  }
}

/** People on one screen. Of more the commands tell. */
const SHOWN_PEOPLE = 100

/** Lists the people who sign in again after the end, until the operator has checked them. */
async function listPeople(areChecked: boolean): Promise<string[]> {
  const people = await readStore((tx) => tx.people.listAll(SHOWN_PEOPLE + 1))
  if (areChecked || people.length === 0) return []
  const rest = people.length > SHOWN_PEOPLE ? ['  and more: merchants people <merchant-id>'] : []
  return [
    'people sign in to dashboards again after the end, also those who were removed since the backup, with the roles of the backup:',
    ...people
      .slice(0, SHOWN_PEOPLE)
      .map(({ merchantId, id, role, mail }) => `  ${merchantId} ${id} ${role} ${mail}`),
    ...rest,
    'remove those who left: merchants remove-person <merchant-id> --person <person-id>; then add --people-checked',
  ]
}

async function listPaused(tx: Tx): Promise<string[]> {
  const lines: string[] = []
  for (const id of ALL_CHAINS) {
    const paused = (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'signer_paused')
    if (paused) lines.push(`the signer of ${id.environment}/${id.network} stays paused: ${paused.reason}`)
  }
  return lines
}

/** Says which changes a restore undid. Only other records, such as mails and logs, show them. */
function linesOf({ backupAt, begunAt }: Recovery, summary: AccessSummary): string[] {
  const from = backupAt === null ? 'the backup' : isoTime(backupAt)
  const newest = (at: Instant | null) => (at === null ? 'none' : isoTime(at))
  return [
    `Changes between ${from} and ${isoTime(begunAt)} are lost. Compare with your own records:`,
    `  registrations: ${summary.merchants} merchants, the newest: ${newest(summary.newestMerchantAt)}; merchants list`,
    `  suspensions and tiers: ${summary.suspendedMerchants} merchants are suspended; merchants suspend, merchants tier`,
    `  keys that were revoked are active again: ${summary.activeKeys} are active, the last revocation: ${newest(summary.lastRevocationAt)}; keys list, keys revoke`,
    `  keys that were created are gone; the newest: ${newest(summary.newestKeyAt)}; keys create`,
    `  payment links that were closed are open again, and links that were made are gone: ${summary.openLinks} are open, the newest: ${newest(summary.newestLinkAt)}; the merchants look through theirs`,
    `  people have the roles of the backup, and those invited since are gone: ${summary.people} people, the newest: ${newest(summary.newestPersonAt)}; merchants people, merchants remove-person`,
    `  passkeys that were reset may be back: ${summary.passkeys} are there; merchants invite resets those of a person`,
    `  webhook secrets that were rotated are the old ones; the newest: ${newest(summary.newestWebhookSecretAt)}; merchants rotate theirs again`,
  ]
}
