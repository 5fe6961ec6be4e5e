export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Logo {
  readonly type: LogoType
  readonly bytes: Buffer
}

/** How the checkout page of a merchant looks; null where it looks as everybody's. */
export interface Brand {
  /** Shown to payers in place of the registered name. */
  readonly name: string | null
  /** `#rrggbb` */
  readonly accent: string | null
  /** Where payers ask: an HTTPS URL or an e-mail address. */
  readonly support: string | null
  readonly hasLogo: boolean
}

/** What is undefined stays as it is; null takes it away. */
export interface BrandChange {
  readonly name: string | null | undefined
  readonly accent: string | null | undefined
  readonly support: string | null | undefined
  readonly logo: Logo | null | undefined
}

export const NO_BRAND: Brand = { name: null, accent: null, support: null, hasLogo: false }
