import type { ApiKey } from '../merchants/api-key.js'
import type { Brand, Logo } from '../merchants/brand.js'
import type { Merchant } from '../merchants/merchant.js'
import type { Instant, Listed, Page, Position, Scope } from '../shared/types.js'
import type { EncryptedTable } from './encrypted-table.js'

export interface MerchantTable {
  /** Inserts a merchant. @returns false if the platform user id is taken */
  insert(merchant: Merchant): Promise<boolean>
  find(id: string): Promise<Merchant | undefined>
  findByPlatformUserId(platformUserId: string): Promise<Merchant | undefined>
  /** Like `find`, and locks the merchant until the transaction ends, so that its keys and endpoints can be counted safely. */
  lock(id: string): Promise<Merchant | undefined>
  list(page: Page): Promise<Pick<Listed<Merchant>, 'rows' | 'total'>>
  /** Lists merchants whose name or e-mail address contains a text in any letter case, newest first. Compares the newest 10,000. */
  listByText(text: string, limit: number): Promise<Merchant[]>
  update(merchant: Merchant): Promise<void>
}

/** A key with its merchant. */
export interface OwnedApiKey extends ApiKey {
  readonly merchant: Merchant
}

export interface ApiKeyTable extends EncryptedTable {
  insert(key: ApiKey): Promise<void>
  find(keyId: string): Promise<ApiKey | undefined>
  findOwned(keyId: string): Promise<OwnedApiKey | undefined>
  /** Lists all active keys and the newest revoked ones, newest first. */
  list(merchantId: string): Promise<ApiKey[]>
  countActive(scope: Scope): Promise<number>
  /** Whether any key exists, including revoked ones. */
  exists(scope: Scope): Promise<boolean>
  revoke(keyId: string, at: Instant): Promise<void>
  markUsed(keyId: string, at: Instant): Promise<void>
}

export interface MerchantBrandTable {
  find(merchantId: string): Promise<Brand | undefined>
  findLogo(merchantId: string): Promise<Logo | undefined>
  /** Writes everything except the logo. */
  put(merchantId: string, brand: Omit<Brand, 'hasLogo' | 'updatedAt'>, at: Instant): Promise<void>
  /** Writes the logo. The merchant must have a brand. */
  putLogo(merchantId: string, logo: Logo | null): Promise<void>
  /** Notes that people of the merchant have changed what payers know it by. The merchant must have a brand. */
  noteChange(merchantId: string, at: Instant): Promise<void>
  /** Lists such changes since an instant, newest first. */
  listChanged(since: Instant, limit: number): Promise<{ merchantId: string; changedAt: Instant }[]>
}

/** Erases personal data, and keeps what the ledger and its proof need: ids, amounts, states, times, addresses and transactions. */
export interface MerchantErasureTable {
  /** Counts what has not ended, and frozen orders that are not rejected. */
  countOpen(scope: Scope): Promise<{ readonly orders: number; readonly withdrawals: number }>
  /** Erases everything outside orders and withdrawals. @param text stands where the data was */
  eraseProfile(profile: { id: string; platformUserId: string; text: string }): Promise<void>
  /** Erases the texts of a batch, oldest first. @returns the position of the last row; undefined if there is none */
  eraseOrders(scope: Scope, after: Position | undefined, text: string): Promise<Position | undefined>
  eraseWithdrawals(scope: Scope, after: Position | undefined): Promise<Position | undefined>
}
