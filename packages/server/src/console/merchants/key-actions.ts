import { issueApiKey, revokeApiKeyByOperator } from '../../domain/merchants/api-keys.js'
import { requireMerchant } from '../../domain/merchants/merchants.js'
import { SHOP_SCOPES } from '../../domain/shared/key-scope.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { rotateSecretByOperator } from '../../domain/webhooks/operator-secrets.js'
import { field } from '../../ui/fields.js'
import type { OperatorAction } from '../access/actions.js'
import { chosenScopes, scopeBoxes } from './scope-fields.js'
import { secretPage } from './secret-page.js'

const MAX_NAME = 100

export const createKeyAction: OperatorAction = {
  name: 'keys create',
  path: '/merchants/:id/create-key',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    return {
      visit,
      title: `Create a ${visit.environment} key of ${merchant.name}?`,
      text: 'Its secret is shown once. Its scopes cannot be changed later.',
      fields: [
        field({
          name: 'name',
          label: 'Name',
          value: visit.field('name'),
          attributes: { required: true, maxlength: MAX_NAME },
        }),
        scopeBoxes(visit, SHOP_SCOPES),
      ],
      submit: { text: 'Create key', icon: 'plus' },
      back: visit.path(`/merchants/${merchant.id}`),
    }
  },
  async run(tx, context, visit, mandate) {
    const name = visit.field('name')
    if (name === '' || name.length > MAX_NAME)
      throw new OperatorError(`the name takes 1 to ${MAX_NAME} characters`)
    const scopes = chosenScopes(visit)
    const merchantId = visit.param('id')
    const wanted = { merchantId, environment: visit.environment, name, scopes }
    const { key, secret } = await issueApiKey(tx, context, wanted, mandate)
    const back = visit.path(`/merchants/${merchantId}`)
    return {
      page: secretPage(visit, { title: `Key ${key.keyId}`, label: `Secret of ${key.keyId}`, secret, back }),
    }
  },
}

export const revokeKeyAction: OperatorAction = {
  name: 'keys revoke',
  path: '/merchants/:id/keys/:key/revoke',
  async ask(tx, visit) {
    const key = await tx.apiKeys.find(visit.param('key'))
    if (!key || key.merchantId !== visit.param('id'))
      throw new OperatorError(`there is no key ${visit.param('key')}`)
    return {
      visit,
      title: `Revoke ${key.name || key.keyId}?`,
      text: `Calls with ${key.keyId} fail from now on, running ones included.`,
      submit: { text: 'Revoke', icon: 'cross', isDangerous: true },
      back: visit.path(`/merchants/${key.merchantId}`),
    }
  },
  async run(tx, context, visit, mandate) {
    await revokeApiKeyByOperator(tx, context, visit.param('key'), mandate)
    return { to: visit.path(`/merchants/${visit.param('id')}`), done: 'revoked' }
  },
}

export const rotateSecretAction: OperatorAction = {
  name: 'secrets rotate',
  path: '/merchants/:id/secret',
  async ask(tx, visit) {
    const merchant = await requireMerchant(tx, visit.param('id'))
    const scope = { merchantId: merchant.id, environment: visit.environment }
    const [present] = await tx.webhookSecrets.listValid(scope, visit.now)
    const [verb, text] =
      present === undefined
        ? ['Make', 'It is shown once. The webhooks that wait for it are signed with it, and sent.']
        : ['Rotate', 'The new secret is shown once. The present one signs beside it for 24 hours.']
    return {
      visit,
      title: `${verb} the ${visit.environment} webhook secret of ${merchant.name}?`,
      text,
      submit: { text: `${verb} secret`, icon: 'key' },
      back: visit.path(`/merchants/${merchant.id}`),
    }
  },
  async run(tx, context, visit, mandate) {
    const { id, name } = await requireMerchant(tx, visit.param('id'))
    const scope = { merchantId: id, environment: visit.environment }
    const secret = await rotateSecretByOperator(tx, context, scope, mandate)
    const title = `New webhook secret of ${name}`
    const back = visit.path(`/merchants/${id}`)
    return {
      page: secretPage(visit, { title, label: `Webhook secret in ${visit.environment}`, secret, back }),
    }
  },
}
