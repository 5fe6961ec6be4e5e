import type { Instant } from '../shared/types.js'

/** New logos are PNG; those of earlier versions may be of another type. */
export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Logo {
  readonly type: LogoType
  readonly bytes: Buffer
}

/** The appearance of a merchant's checkout pages, their languages, and the time zone of its dashboard; null fields use the default. */
export interface Brand {
  /** Shown to payers in place of the registered name. */
  readonly name: string | null
  /** `#rrggbb` */
  readonly accent: string | null
  /** Support contact for payers: an HTTPS URL or an e-mail address. */
  readonly support: string | null
  /** A name of the IANA database, such as `Europe/Lisbon`. */
  readonly timeZone: string | null
  /** Tags of the languages of the pages that payers see, English besides; null for all. */
  readonly languages: readonly string[] | null
  readonly hasLogo: boolean
  /** When any part of it was changed last. */
  readonly updatedAt: Instant
}

/** Changes of a brand. Undefined fields do not change; null removes the value. */
export interface BrandChange {
  readonly name: string | null | undefined
  readonly accent: string | null | undefined
  readonly support: string | null | undefined
  readonly timeZone: string | null | undefined
  readonly languages: readonly string[] | null | undefined
  readonly logo: Logo | null | undefined
}

export const NO_BRAND: Brand = {
  name: null,
  accent: null,
  support: null,
  timeZone: null,
  languages: null,
  hasLogo: false,
  updatedAt: 0,
}

/** Leaves every part as it is. */
export const NO_CHANGE: BrandChange = {
  name: undefined,
  accent: undefined,
  support: undefined,
  timeZone: undefined,
  languages: undefined,
  logo: undefined,
}
