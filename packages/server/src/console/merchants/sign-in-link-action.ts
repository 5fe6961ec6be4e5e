import { issueDashboardLink } from '../../domain/merchants/dashboard-links.js'
import { requireMerchant } from '../../domain/merchants/merchants.js'
import { signInUrl } from '../../domain/sessions/session.js'
import type { KeyScope } from '../../domain/shared/key-scope.js'
import type { OperatorAction } from '../access/actions.js'
import { clockTime } from '../formats.js'
import { chosenScopes, scopeBoxes } from './scope-fields.js'
import { secretPage } from './secret-page.js'

/** Enough to look around. */
const DEFAULT_SCOPES: readonly KeyScope[] = ['read']

/** Makes a link that signs a person of the merchant in to its dashboard once. */
export const signInLinkAction: OperatorAction = {
  name: 'dashboard link',
  path: '/merchants/:id/sign-in-link',
  async ask(tx, visit) {
    const { id, name } = await requireMerchant(tx, visit.param('id'))
    return {
      visit,
      title: `Make a sign-in link for ${name}?`,
      text: `It opens the ${visit.environment} dashboard of the merchant once, within 10 minutes, for what you choose here.`,
      fields: [scopeBoxes(visit, DEFAULT_SCOPES)],
      submit: { text: 'Make link', icon: 'link' },
      back: visit.path(`/merchants/${id}`),
    }
  },
  async run(tx, context, visit, mandate) {
    const merchantId = visit.param('id')
    const { environment } = visit
    const scopes = chosenScopes(visit)
    const link = await issueDashboardLink(tx, context, { merchantId, environment, scopes }, mandate)
    return {
      page: secretPage(visit, {
        title: 'Sign-in link',
        label: `A link for ${scopes.join(', ')} in ${environment}, until ${clockTime(link.expiresAt).slice(0, 5)} UTC`,
        secret: signInUrl(visit.services.settings.publicUrl(), 'dashboard', link.token),
        back: visit.path(`/merchants/${merchantId}`),
      }),
    }
  },
}
