import type { EncryptedTableName } from '../secrets/encrypted-row.js'
import type { AddressTable } from './address-tables.js'
import type { AlertTable, AttentionItemTable, AttentionTable } from './attention-tables.js'
import type { BackupTable } from './backup-tables.js'
import type {
  ChainBlockTable,
  ChainConditionTable,
  CursorTable,
  NetworkLeaseTable,
  NodeCallTable,
} from './chain-tables.js'
import type { ContinuityTable } from './continuity-tables.js'
import type { EncryptedTable } from './encrypted-table.js'
import type { ExportTable } from './export-tables.js'
import type {
  ChainProofTable,
  CustodyTable,
  LedgerCheckTable,
  LedgerProofTable,
  LedgerTable,
  ProofFindingTable,
} from './ledger-tables.js'
import type { PaymentLinkTable } from './link-tables.js'
import type {
  ApiKeyTable,
  MerchantBrandTable,
  MerchantErasureTable,
  MerchantTable,
} from './merchant-tables.js'
import type { MessageTable } from './message-tables.js'
import type { OrderTable } from './order-tables.js'
import type { OverviewTable } from './overview-tables.js'
import type {
  AddressExcessTable,
  AppPaymentTable,
  IgnoredTransferTable,
  ScreeningVerdictTable,
  TransferTable,
  TreasuryTransferTable,
} from './payment-tables.js'
import type {
  ChatTable,
  PasskeyTable,
  PeopleTable,
  PersonMailTable,
  SavedFilterTable,
} from './people-tables.js'
import type { RateTable } from './rate-tables.js'
import type { ExplanationTable, RecoveryTable } from './recovery-tables.js'
import type { SandboxClockTable, SandboxTable } from './sandbox-tables.js'
import type { SessionTable } from './session-tables.js'
import type { AuditTable, HealthTable, IdempotencyTable, RateLimitTable } from './system-tables.js'
import type { ClosedTaskTable } from './task-tables.js'
import type { WalletTable } from './wallet-tables.js'
import type {
  EventListTable,
  TraceTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
  WebhookFeedTable,
  WebhookHistoryTable,
  WebhookRecoveryTable,
  WebhookSecretTable,
  WebhookTargetTable,
} from './webhook-tables.js'
import type {
  DestinationTable,
  PaymentSightingTable,
  PayoutStopTable,
  SignedTransactionTable,
  WithdrawalApprovalTable,
  WithdrawalQueueTable,
  WithdrawalTable,
} from './withdrawal-tables.js'

/** The tables in one database transaction. Only their methods may be awaited while it is open. */
export interface Tx {
  readonly merchants: MerchantTable
  readonly merchantBrands: MerchantBrandTable
  readonly merchantErasure: MerchantErasureTable
  readonly people: PeopleTable
  readonly passkeys: PasskeyTable
  readonly closedTasks: ClosedTaskTable
  readonly personMails: PersonMailTable
  readonly chats: ChatTable
  readonly savedFilters: SavedFilterTable
  readonly apiKeys: ApiKeyTable
  readonly orders: OrderTable
  readonly paymentLinks: PaymentLinkTable
  readonly addresses: AddressTable
  readonly idempotency: IdempotencyTable
  readonly transfers: TransferTable
  readonly screeningVerdicts: ScreeningVerdictTable
  readonly cursors: CursorTable
  readonly chainBlocks: ChainBlockTable
  readonly chainConditions: ChainConditionTable
  readonly treasuryTransfers: TreasuryTransferTable
  readonly ignoredTransfers: IgnoredTransferTable
  readonly addressExcesses: AddressExcessTable
  readonly nodeCalls: NodeCallTable
  readonly wallets: WalletTable
  readonly networkLeases: NetworkLeaseTable
  readonly sandbox: SandboxTable
  readonly sandboxClock: SandboxClockTable
  readonly webhookEndpoints: WebhookEndpointTable
  readonly webhookSecrets: WebhookSecretTable
  readonly webhookDeliveries: WebhookDeliveryTable
  readonly webhookAttempts: WebhookAttemptTable
  readonly traces: TraceTable
  readonly webhookTargets: WebhookTargetTable
  readonly webhookHistory: WebhookHistoryTable
  readonly eventList: EventListTable
  readonly webhookFeed: WebhookFeedTable
  readonly webhookRecoveries: WebhookRecoveryTable
  readonly ledger: LedgerTable
  readonly ledgerChecks: LedgerCheckTable
  readonly ledgerProofs: LedgerProofTable
  readonly chainProofs: ChainProofTable
  readonly proofFindings: ProofFindingTable
  readonly withdrawals: WithdrawalTable
  readonly withdrawalQueue: WithdrawalQueueTable
  readonly signedTransactions: SignedTransactionTable
  readonly paymentSightings: PaymentSightingTable
  readonly payoutStops: PayoutStopTable
  readonly withdrawalApprovals: WithdrawalApprovalTable
  readonly destinations: DestinationTable
  readonly custody: CustodyTable
  readonly recoveries: RecoveryTable
  readonly continuity: ContinuityTable
  readonly explanations: ExplanationTable
  readonly backups: BackupTable
  readonly exports: ExportTable
  readonly appPayments: AppPaymentTable
  readonly attention: AttentionTable
  readonly attentionItems: AttentionItemTable
  readonly alerts: AlertTable
  readonly messages: MessageTable
  readonly overview: OverviewTable
  readonly audit: AuditTable
  readonly sessions: SessionTable
  readonly health: HealthTable
  readonly rateLimits: RateLimitTable
  readonly rates: RateTable
}

/** Returns the table with that name. */
export const encryptedTableOf = (tx: Tx, name: EncryptedTableName): EncryptedTable =>
  ({
    api_keys: tx.apiKeys,
    webhook_secrets: tx.webhookSecrets,
    passkeys: tx.passkeys,
    person_mails: tx.personMails,
  })[name]
