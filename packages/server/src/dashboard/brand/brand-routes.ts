import type { Route } from '../page.js'
import { colorsData } from './accent-contrast.js'
import { changeBrandForm, removeLogoForm } from './brand-form.js'
import { brandPage, previewForm } from './brand-page.js'
import { logoPicture } from './logo-picture.js'

const BRAND = { needs: ['read', 'brand'], again: brandPage } as const

/** How payers see the merchant: read by all who read everything, changed by people alone. */
export const BRAND_ROUTES: readonly Route[] = [
  { path: '/brand/logo', needs: [], read: logoPicture },
  { path: '/brand/colors.json', needs: ['read', 'brand'], read: colorsData },
  { path: '/brand/change', ...BRAND, submit: changeBrandForm },
  { path: '/brand/preview', ...BRAND, submit: previewForm },
  { path: '/brand/logo/remove', ...BRAND, submit: removeLogoForm },
]
