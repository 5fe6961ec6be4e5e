import type { Route } from '../page.js'
import { changeBrandForm, logoPicture, removeLogoForm, uploadLogoForm } from './brand-form.js'
import { brandPage, previewForm } from './brand-page.js'

const BRAND = { needs: ['read', 'brand'], again: brandPage } as const

/** How payers see the merchant: read by all who read everything, changed by people alone. */
export const BRAND_ROUTES: readonly Route[] = [
  { path: '/brand/logo', needs: ['read'], read: logoPicture },
  { path: '/brand/change', ...BRAND, submit: changeBrandForm },
  { path: '/brand/preview', ...BRAND, submit: previewForm },
  { path: '/brand/logo/upload', ...BRAND, submit: uploadLogoForm },
  { path: '/brand/logo/remove', ...BRAND, submit: removeLogoForm },
]
