import type { MerchantAction } from '../action-route.js'
import { developersPageWith } from './developers-page.js'

/** Replaces the webhook secret, and shows the new one in this answer only. */
export const rotateSecretAction: MerchantAction = {
  id: 'rotate',
  path: '/developers/secret',
  needs: ['read', 'keys'],
  isGuarded: true,
  section: 'developers',
  title: 'rotate_secret',
  async ask(_tx, visit) {
    return {
      title: visit.text('rotate_secret'),
      text: visit.text('rotate_secret_text'),
      submit: { text: visit.plain('rotate_secret') },
      back: visit.path('/developers'),
    }
  },
  async call(visit) {
    const { webhook_secret: secret } = await visit.once('rotateWebhookSecret', {})
    const made = { title: visit.text('secret_ready'), secret }
    return visit.services.store.read((tx) => developersPageWith(tx, visit, made))
  },
}
