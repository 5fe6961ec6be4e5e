import type { Tx } from '../domain/store/unit-of-work.js'
import type { Changes } from './changes.js'
import type { Sql } from './sql.js'
import { addressExcessTable } from './tables/address-excesses.js'
import { addressTable } from './tables/addresses.js'
import { apiKeyTable } from './tables/api-keys.js'
import { appPaymentTable } from './tables/app-payments.js'
import { auditTable } from './tables/audit-entries.js'
import { chainBlockTable } from './tables/chain-blocks.js'
import { chainConditionTable } from './tables/chain-conditions.js'
import { cursorTable } from './tables/cursors.js'
import { custodyTable } from './tables/custody.js'
import { healthTable } from './tables/health.js'
import { idempotencyTable } from './tables/idempotency.js'
import { ignoredTransferTable } from './tables/ignored-transfers.js'
import { ledgerTable } from './tables/ledger.js'
import { ledgerCheckTable } from './tables/ledger-checks.js'
import { ledgerProofTable } from './tables/ledger-proofs.js'
import { ListCounts } from './tables/list-counts.js'
import { merchantBrandTable } from './tables/merchant-brands.js'
import { merchantTable } from './tables/merchants.js'
import { movementTable } from './tables/movements.js'
import { nodeCallTable } from './tables/node-calls.js'
import { orderTable } from './tables/orders.js'
import { sandboxTable } from './tables/sandbox.js'
import { screeningVerdictTable } from './tables/screening-verdicts.js'
import { signedTransactionTable } from './tables/signed-transactions.js'
import { transferTable } from './tables/transfers.js'
import { webhookAttemptTable } from './tables/webhook-attempts.js'
import { webhookDeliveryTable } from './tables/webhook-deliveries.js'
import { webhookEndpointTable } from './tables/webhook-endpoints.js'
import { webhookFeedTable } from './tables/webhook-feed.js'
import { webhookHistoryTable } from './tables/webhook-history.js'
import { webhookRecoveryTable } from './tables/webhook-recoveries.js'
import { webhookSecretTable } from './tables/webhook-secrets.js'
import { webhookTargetTable } from './tables/webhook-targets.js'
import { withdrawalLineTable } from './tables/withdrawal-line.js'
import { withdrawalTable } from './tables/withdrawals.js'

/** The tables over one connection. */
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
    movements: movementTable(sql),
    ignoredTransfers: ignoredTransferTable(sql),
    addressExcesses: addressExcessTable(sql),
    nodeCalls: nodeCallTable(sql),
    sandbox: sandboxTable(sql),
    webhookEndpoints,
    webhookSecrets: webhookSecretTable(sql),
    webhookDeliveries: webhookDeliveryTable(sql, changes, counts),
    webhookAttempts: webhookAttemptTable(sql),
    webhookTargets: webhookTargetTable(sql),
    webhookHistory: webhookHistoryTable(sql, webhookEndpoints),
    webhookFeed: webhookFeedTable(sql),
    webhookRecoveries: webhookRecoveryTable(sql),
    ledger: ledgerTable(sql),
    ledgerChecks: ledgerCheckTable(sql),
    ledgerProofs: ledgerProofTable(sql),
    withdrawals: withdrawalTable(sql, changes, counts),
    withdrawalLine: withdrawalLineTable(sql),
    signedTransactions: signedTransactionTable(sql),
    custody: custodyTable(sql),
    appPayments: appPaymentTable(sql),
    audit: auditTable(sql),
    health: healthTable(sql),
  }
}
