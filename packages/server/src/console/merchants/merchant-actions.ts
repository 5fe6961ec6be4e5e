import { activateMerchant } from '../../domain/merchants/activation.js'
import type { Merchant } from '../../domain/merchants/merchant.js'
import {
  changeMerchantStatus,
  changeMerchantTier,
  requireMerchant,
} from '../../domain/merchants/merchants.js'
import { changeSurcharge, readSurcharge, surchargeText } from '../../domain/merchants/surcharge.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { TIERS } from '../../domain/shared/policy.js'
import { html } from '../../runtime/html.js'
import { checkboxes, field, selectField } from '../../ui/fields.js'
import { percent } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'
import { secretPage } from './secret-page.js'

const backTo = (visit: Visit, { id }: Pick<Merchant, 'id'>): string => visit.path(`/merchants/${id}`)

export const activateAction: OperatorAction = {
  name: 'merchants activate',
  path: '/merchants/:id/activate',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    const keys = await tx.apiKeys.list(merchant.id)
    const live = keys.filter(({ environment, revokedAt }) => environment === 'live' && revokedAt === null)
    const listed = live.map(
      ({ keyId, name, scopes }) => `${keyId} (${name || 'without a name'}: ${scopes.join(', ')})`,
    )
    return {
      visit,
      title: `Activate ${merchant.name}?`,
      text: html`It opens the live environment, with a live webhook secret that is shown once.${live.length === 0 ? '' : ` Live keys that work from then on: ${listed.join('; ')}. Revoke them if the merchant does not know one.`}`,
      fields:
        live.length === 0 ? [] : [checkboxes('revoke', 'Live keys', [{ value: 'on', title: 'Revoke them' }])],
      submit: { text: 'Activate', icon: 'check' },
      back: backTo(visit, merchant),
    }
  },
  async run(tx, context, visit, mandate) {
    const request = { id: visit.param('id'), isRevoking: visit.field('revoke') === 'on' }
    const { merchant, webhookSecret } = await activateMerchant(tx, context, request, mandate)
    if (webhookSecret === undefined) return { to: backTo(visit, merchant), done: 'activated' }
    return {
      page: secretPage(visit, {
        title: `${merchant.name} is active`,
        label: 'Live webhook secret',
        secret: webhookSecret,
        back: backTo(visit, merchant),
      }),
    }
  },
}

export const suspendAction: OperatorAction = {
  name: 'merchants suspend',
  path: '/merchants/:id/suspend',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    return {
      visit,
      title: `Suspend ${merchant.name}?`,
      text: 'It can read, revoke keys and rotate its webhook secret, and nothing else. Its open orders are still watched and credited.',
      submit: { text: 'Suspend', icon: 'cross', isDangerous: true },
      back: backTo(visit, merchant),
    }
  },
  async run(tx, context, visit, mandate) {
    const merchant = await changeMerchantStatus(
      tx,
      context,
      { id: visit.param('id'), status: 'SUSPENDED' },
      mandate,
    )
    return { to: backTo(visit, merchant), done: 'suspended' }
  },
}

export const surchargeAction: OperatorAction = {
  name: 'merchants surcharge',
  path: '/merchants/:id/surcharge',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    const value = surchargeText(merchant.surcharge)
    const hint = 'At most 20. Below zero it is a discount, such as -2.'
    return {
      visit,
      title: `Change the surcharge of ${merchant.name}?`,
      text: 'It is added to prices in other currencies, for new orders. Orders that exist keep their rate.',
      fields: [
        field({
          name: 'percent',
          label: 'Surcharge',
          value,
          unit: '%',
          hint,
          attributes: { required: true, inputmode: 'text' },
        }),
      ],
      submit: { text: 'Change surcharge', icon: 'check' },
      back: backTo(visit, merchant),
    }
  },
  async run(tx, context, visit, mandate) {
    const change = { id: visit.param('id'), surcharge: readSurcharge(visit.field('percent')) }
    const merchant = await changeSurcharge(tx, context, change, mandate)
    return { to: backTo(visit, merchant), done: 'surcharge' }
  },
}

export const tierAction: OperatorAction = {
  name: 'merchants tier',
  path: '/merchants/:id/tier',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    const { feeRates } = visit.services.context.policy
    const options = TIERS.map((tier) => ({
      value: tier,
      text: `${tier.toLowerCase()}, ${percent(feeRates[tier])}`,
    }))
    return {
      visit,
      title: `Change the tier of ${merchant.name}?`,
      text: 'The tier is the fee of new orders. Orders that exist keep theirs.',
      fields: [selectField({ name: 'tier', label: 'Tier', value: merchant.tier, options })],
      submit: { text: 'Change tier', icon: 'check' },
      back: backTo(visit, merchant),
    }
  },
  async run(tx, context, visit, mandate) {
    const tier = TIERS.find((each) => each === visit.field('tier'))
    if (!tier) throw new OperatorError('choose a tier')
    const merchant = await changeMerchantTier(tx, context, { id: visit.param('id'), tier }, mandate)
    return { to: backTo(visit, merchant), done: 'tier' }
  },
}
