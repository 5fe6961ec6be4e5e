import type { Tx } from '../domain/store/unit-of-work.js'
import type { Changes } from './changes.js'
import type { Sql } from './sql.js'
import { alertTable } from './tables/attention/alerts.js'
import { attentionTable } from './tables/attention/attention.js'
import { attentionItemTable } from './tables/attention/attention-items.js'
import { chainBlockTable } from './tables/chain/chain-blocks.js'
import { chainConditionTable } from './tables/chain/chain-conditions.js'
import { cursorTable } from './tables/chain/cursors.js'
import { networkLeaseTable } from './tables/chain/network-leases.js'
import { nodeCallTable } from './tables/chain/node-calls.js'
import { walletTable } from './tables/chain/wallets.js'
import { exportTable } from './tables/exports/exports.js'
import { chainProofTable } from './tables/ledger/chain-proofs.js'
import { custodyTable } from './tables/ledger/custody.js'
import { ledgerTable } from './tables/ledger/ledger.js'
import { ledgerCheckTable } from './tables/ledger/ledger-checks.js'
import { ledgerProofTable } from './tables/ledger/ledger-proofs.js'
import { proofFindingTable } from './tables/ledger/proof-findings.js'
import { paymentLinkTable } from './tables/links/payment-links.js'
import { apiKeyTable } from './tables/merchants/api-keys.js'
import { merchantBrandTable } from './tables/merchants/merchant-brands.js'
import { merchantErasureTable } from './tables/merchants/merchant-erasure.js'
import { merchantTable } from './tables/merchants/merchants.js'
import { messageTable } from './tables/messages/messages.js'
import { addressTable } from './tables/orders/addresses.js'
import { orderTable } from './tables/orders/orders.js'
import { overviewTable } from './tables/overview/overview.js'
import { addressExcessTable } from './tables/payments/address-excesses.js'
import { appPaymentTable } from './tables/payments/app-payments.js'
import { ignoredTransferTable } from './tables/payments/ignored-transfers.js'
import { transferTable } from './tables/payments/transfers.js'
import { treasuryTransferTable } from './tables/payments/treasury-transfers.js'
import { chatTable } from './tables/people/chats.js'
import { closedTaskTable } from './tables/people/closed-tasks.js'
import { passkeyTable } from './tables/people/passkeys.js'
import { peopleTable } from './tables/people/people.js'
import { personMailTable } from './tables/people/person-mails.js'
import { savedFilterTable } from './tables/people/saved-filters.js'
import { rateTable } from './tables/rates/rates.js'
import { backupTable } from './tables/recovery/backups.js'
import { continuityTable } from './tables/recovery/continuity.js'
import { explanationTable } from './tables/recovery/explanations.js'
import { recoveryTable } from './tables/recovery/recoveries.js'
import { sandboxTable } from './tables/sandbox/sandbox.js'
import { sandboxClockTable } from './tables/sandbox/sandbox-clock.js'
import { screeningVerdictTable } from './tables/screening/screening-verdicts.js'
import { sessionTable } from './tables/sessions/sessions.js'
import { auditTable } from './tables/shared/audit-entries.js'
import { healthTable } from './tables/shared/health.js'
import { idempotencyTable } from './tables/shared/idempotency.js'
import { ListCounts } from './tables/shared/list-counts.js'
import { rateLimitTable } from './tables/shared/rate-limits.js'
import { eventListTable } from './tables/webhooks/event-list.js'
import { traceTable } from './tables/webhooks/traces.js'
import { webhookAttemptTable } from './tables/webhooks/webhook-attempts.js'
import { webhookDeliveryTable } from './tables/webhooks/webhook-deliveries.js'
import { webhookEndpointTable } from './tables/webhooks/webhook-endpoints.js'
import { webhookFeedTable } from './tables/webhooks/webhook-feed.js'
import { webhookHistoryTable } from './tables/webhooks/webhook-history.js'
import { webhookRecoveryTable } from './tables/webhooks/webhook-recoveries.js'
import { webhookSecretTable } from './tables/webhooks/webhook-secrets.js'
import { webhookTargetTable } from './tables/webhooks/webhook-targets.js'
import { destinationTable } from './tables/withdrawals/destinations.js'
import { paymentSightingTable } from './tables/withdrawals/payment-sightings.js'
import { payoutStopTable } from './tables/withdrawals/payout-stops.js'
import { signedTransactionTable } from './tables/withdrawals/signed-transactions.js'
import { withdrawalApprovalTable } from './tables/withdrawals/withdrawal-approvals.js'
import { withdrawalQueueTable } from './tables/withdrawals/withdrawal-queue.js'
import { withdrawalTable } from './tables/withdrawals/withdrawals.js'

/** The parts that the tables of one unit of work are built from. */
interface Parts {
  readonly sql: Sql
  readonly changes: Changes
  readonly counts: ListCounts
  readonly stripe: number
}

const TABLES: { readonly [Name in keyof Tx]: (parts: Parts) => Tx[Name] } = {
  merchants: ({ sql }) => merchantTable(sql),
  merchantBrands: ({ sql }) => merchantBrandTable(sql),
  merchantErasure: ({ sql }) => merchantErasureTable(sql),
  people: ({ sql }) => peopleTable(sql),
  closedTasks: ({ sql }) => closedTaskTable(sql),
  passkeys: ({ sql }) => passkeyTable(sql),
  personMails: ({ sql }) => personMailTable(sql),
  chats: ({ sql }) => chatTable(sql),
  savedFilters: ({ sql }) => savedFilterTable(sql),
  apiKeys: ({ sql }) => apiKeyTable(sql),
  orders: ({ sql, changes, counts }) => orderTable(sql, changes, counts),
  paymentLinks: ({ sql }) => paymentLinkTable(sql),
  addresses: ({ sql, stripe }) => addressTable(sql, stripe),
  idempotency: ({ sql }) => idempotencyTable(sql),
  transfers: ({ sql }) => transferTable(sql),
  screeningVerdicts: ({ sql }) => screeningVerdictTable(sql),
  cursors: ({ sql }) => cursorTable(sql),
  chainBlocks: ({ sql }) => chainBlockTable(sql),
  chainConditions: ({ sql }) => chainConditionTable(sql),
  treasuryTransfers: ({ sql }) => treasuryTransferTable(sql),
  ignoredTransfers: ({ sql }) => ignoredTransferTable(sql),
  addressExcesses: ({ sql }) => addressExcessTable(sql),
  nodeCalls: ({ sql }) => nodeCallTable(sql),
  wallets: ({ sql }) => walletTable(sql),
  networkLeases: ({ sql }) => networkLeaseTable(sql),
  sandbox: ({ sql }) => sandboxTable(sql),
  sandboxClock: ({ sql, changes }) => sandboxClockTable(sql, changes),
  webhookEndpoints: ({ sql, changes }) => webhookEndpointTable(sql, changes),
  webhookSecrets: ({ sql }) => webhookSecretTable(sql),
  webhookDeliveries: ({ sql, changes, counts }) => webhookDeliveryTable(sql, changes, counts),
  webhookAttempts: ({ sql }) => webhookAttemptTable(sql),
  traces: ({ sql }) => traceTable(sql),
  webhookTargets: ({ sql }) => webhookTargetTable(sql),
  webhookHistory: ({ sql, changes }) => webhookHistoryTable(sql, webhookEndpointTable(sql, changes)),
  eventList: ({ sql }) => eventListTable(sql),
  webhookFeed: ({ sql }) => webhookFeedTable(sql),
  webhookRecoveries: ({ sql }) => webhookRecoveryTable(sql),
  ledger: ({ sql }) => ledgerTable(sql),
  ledgerChecks: ({ sql }) => ledgerCheckTable(sql),
  ledgerProofs: ({ sql }) => ledgerProofTable(sql),
  chainProofs: ({ sql }) => chainProofTable(sql),
  proofFindings: ({ sql }) => proofFindingTable(sql),
  withdrawals: ({ sql, changes, counts }) => withdrawalTable(sql, changes, counts),
  withdrawalQueue: ({ sql }) => withdrawalQueueTable(sql),
  signedTransactions: ({ sql }) => signedTransactionTable(sql),
  paymentSightings: ({ sql }) => paymentSightingTable(sql),
  payoutStops: ({ sql }) => payoutStopTable(sql),
  withdrawalApprovals: ({ sql }) => withdrawalApprovalTable(sql),
  destinations: ({ sql }) => destinationTable(sql),
  custody: ({ sql }) => custodyTable(sql),
  recoveries: ({ sql }) => recoveryTable(sql),
  continuity: ({ sql }) => continuityTable(sql),
  explanations: ({ sql }) => explanationTable(sql),
  backups: ({ sql }) => backupTable(sql),
  exports: ({ sql }) => exportTable(sql),
  appPayments: ({ sql }) => appPaymentTable(sql),
  attention: ({ sql }) => attentionTable(sql),
  attentionItems: ({ sql }) => attentionItemTable(sql),
  alerts: ({ sql }) => alertTable(sql),
  messages: ({ sql }) => messageTable(sql),
  overview: ({ sql }) => overviewTable(sql),
  audit: ({ sql }) => auditTable(sql),
  sessions: ({ sql }) => sessionTable(sql),
  health: ({ sql }) => healthTable(sql),
  rateLimits: ({ sql }) => rateLimitTable(sql),
  rates: ({ sql }) => rateTable(sql),
}

/**
 * The tables of one unit of work over its connection. Each is built when the work first uses it: most work needs a few of
 * them, and building all of them took a tenth of the time of a small request.
 */
class Tables {
  private readonly parts: Parts
  private readonly built: { [name: string]: unknown } = {}

  constructor(sql: Sql, changes: Changes, stripe: number) {
    this.parts = { sql, changes, counts: new ListCounts(sql, stripe), stripe }
  }

  static {
    for (const [name, build] of Object.entries(TABLES)) {
      Object.defineProperty(Tables.prototype, name, {
        get(this: Tables) {
          this.built[name] ??= build(this.parts)
          return this.built[name]
        },
      })
    }
  }
}

/** The rows of a number that parallel units of work change, such as a count. */
export const STRIPES = 16

/**
 * Returns the tables of one unit of work over its connection.
 *
 * @param stripe the row that it changes where a number has {@link STRIPES} of them
 */
export const createTx = (sql: Sql, changes: Changes, stripe = 0): Tx =>
  new Tables(sql, changes, stripe) as unknown as Tx // a getter for each
