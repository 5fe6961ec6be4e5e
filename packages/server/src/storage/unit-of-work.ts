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
import { custodyTable } from './tables/ledger/custody.js'
import { ledgerTable } from './tables/ledger/ledger.js'
import { ledgerCheckTable } from './tables/ledger/ledger-checks.js'
import { ledgerProofTable } from './tables/ledger/ledger-proofs.js'
import { apiKeyTable } from './tables/merchants/api-keys.js'
import { merchantBrandTable } from './tables/merchants/merchant-brands.js'
import { merchantTable } from './tables/merchants/merchants.js'
import { addressTable } from './tables/orders/addresses.js'
import { orderTable } from './tables/orders/orders.js'
import { overviewTable } from './tables/overview/overview.js'
import { addressExcessTable } from './tables/payments/address-excesses.js'
import { appPaymentTable } from './tables/payments/app-payments.js'
import { ignoredTransferTable } from './tables/payments/ignored-transfers.js'
import { transferTable } from './tables/payments/transfers.js'
import { treasuryTransferTable } from './tables/payments/treasury-transfers.js'
import { backupTable } from './tables/recovery/backups.js'
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
import { signedTransactionTable } from './tables/withdrawals/signed-transactions.js'
import { withdrawalQueueTable } from './tables/withdrawals/withdrawal-queue.js'
import { withdrawalTable } from './tables/withdrawals/withdrawals.js'

/** Builds the tables of one unit of work over its connection. */
export function createTx(sql: Sql, changes: Changes): Tx {
  const counts = new ListCounts(sql)
  const webhookEndpoints = webhookEndpointTable(sql, changes)
  return {
    merchants: merchantTable(sql),
    merchantBrands: merchantBrandTable(sql),
    apiKeys: apiKeyTable(sql),
    orders: orderTable(sql, changes, counts),
    addresses: addressTable(sql),
    idempotency: idempotencyTable(sql),
    transfers: transferTable(sql),
    screeningVerdicts: screeningVerdictTable(sql),
    cursors: cursorTable(sql),
    chainBlocks: chainBlockTable(sql),
    chainConditions: chainConditionTable(sql),
    treasuryTransfers: treasuryTransferTable(sql),
    ignoredTransfers: ignoredTransferTable(sql),
    addressExcesses: addressExcessTable(sql),
    nodeCalls: nodeCallTable(sql),
    wallets: walletTable(sql),
    networkLeases: networkLeaseTable(sql),
    sandbox: sandboxTable(sql),
    sandboxClock: sandboxClockTable(sql, changes),
    webhookEndpoints,
    webhookSecrets: webhookSecretTable(sql),
    webhookDeliveries: webhookDeliveryTable(sql, changes, counts),
    webhookAttempts: webhookAttemptTable(sql),
    traces: traceTable(sql),
    webhookTargets: webhookTargetTable(sql),
    webhookHistory: webhookHistoryTable(sql, webhookEndpoints),
    webhookFeed: webhookFeedTable(sql),
    webhookRecoveries: webhookRecoveryTable(sql),
    ledger: ledgerTable(sql),
    ledgerChecks: ledgerCheckTable(sql),
    ledgerProofs: ledgerProofTable(sql),
    withdrawals: withdrawalTable(sql, changes, counts),
    withdrawalQueue: withdrawalQueueTable(sql),
    signedTransactions: signedTransactionTable(sql),
    destinations: destinationTable(sql),
    custody: custodyTable(sql),
    recoveries: recoveryTable(sql),
    explanations: explanationTable(sql),
    backups: backupTable(sql),
    exports: exportTable(sql),
    appPayments: appPaymentTable(sql),
    attention: attentionTable(sql),
    attentionItems: attentionItemTable(sql),
    alerts: alertTable(sql),
    overview: overviewTable(sql),
    audit: auditTable(sql),
    sessions: sessionTable(sql),
    health: healthTable(sql),
    rateLimits: rateLimitTable(sql),
  }
}
