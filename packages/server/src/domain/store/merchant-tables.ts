import type { ApiKey } from '../merchants/api-key.js'
import type { Brand, Logo } from '../merchants/brand.js'
import type { Merchant } from '../merchants/merchant.js'
import type { Instant, Listed, Page, Scope } from '../shared/types.js'
import type { EncryptedTable } from './encrypted-table.js'

export interface MerchantTable {
  /** False when the platform user id is taken. */
  insert(merchant: Merchant): Promise<boolean>
  find(id: string): Promise<Merchant | undefined>
  /** Like `find`, and whoever else locks the merchant waits until the unit of work ends: its things are counted in peace. */
  lock(id: string): Promise<Merchant | undefined>
  list(page: Page): Promise<Pick<Listed<Merchant>, 'rows' | 'total'>>
  update(merchant: Merchant): Promise<void>
}

/** A key and whose it is. */
export interface OwnedApiKey extends ApiKey {
  readonly merchant: Merchant
}

export interface ApiKeyTable extends EncryptedTable {
  insert(key: ApiKey): Promise<void>
  find(keyId: string): Promise<ApiKey | undefined>
  findOwned(keyId: string): Promise<OwnedApiKey | undefined>
  /** All active keys and the newest revoked ones, newest first. */
  list(merchantId: string): Promise<ApiKey[]>
  countActive(scope: Scope): Promise<number>
  /** Whether there ever was a key, revoked ones included. */
  exists(scope: Scope): Promise<boolean>
  revoke(keyId: string, at: Instant): Promise<void>
  markUsed(keyId: string, at: Instant): Promise<void>
}

export interface MerchantBrandTable {
  find(merchantId: string): Promise<Brand | undefined>
  findLogo(merchantId: string): Promise<Logo | undefined>
  /** Everything but the logo. */
  put(merchantId: string, brand: Omit<Brand, 'hasLogo'>, at: Instant): Promise<void>
  /** Of a merchant that has a brand. */
  putLogo(merchantId: string, logo: Logo | null): Promise<void>
}
