import { DomainError } from '../../domain/shared/errors.js'
import { KEY_SCOPES, type KeyScope, SHOP_SCOPES } from '../../domain/shared/key-scope.js'
import { formField } from '../../pages/parts.js'
import { errorAt } from '../../pages/refusal.js'
import { html } from '../../runtime/html.js'
import { checkboxes } from '../../ui/fields.js'
import type { MerchantAction } from '../action-route.js'
import { formPage } from '../form-page.js'
import type { ReadPage, Submit } from '../page.js'
import { developersPageWith } from './developers-page.js'

export const newKeyPage: ReadPage = async (_tx, visit) => {
  const chosen = visit.request.form ? visit.fields('scopes') : SHOP_SCOPES
  const name = formField(visit, {
    name: 'name',
    label: visit.text('name'),
    attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
  })
  const scopes = checkboxes(
    'scopes',
    visit.text('scopes'),
    KEY_SCOPES.filter((scope) => visit.may(scope)).map((scope) => ({
      value: scope,
      title: visit.exact(scope),
      text: visit.text(`scope_${scope}`),
      isChecked: chosen.includes(scope),
    })),
    errorAt(visit, 'scopes').error,
  )
  return formPage(visit, {
    id: 'new-key',
    section: 'developers',
    title: 'create_key',
    line: visit.text('create_key_text'),
    path: '/developers/keys/new',
    fields: html`${name}${scopes}`,
    submit: { text: 'create_key', icon: 'key' },
  })
}

/** Creates a key, and shows its secret in this answer only. */
export const createKeyForm: Submit = async (visit) => {
  const { environment } = visit.caller
  const name = visit.field('name') || undefined
  const scopes = visit.fields('scopes') as KeyScope[] // the contract checks them
  const { secret, key_id } = await visit.once('createApiKey', {
    body: { environment, name, scopes },
  })
  const title = html`${visit.text('key_ready', { name: html`<bdi>${name ?? ''}</bdi>` })} <span class="mono">${visit.exact(key_id)}</span>`
  return visit.services.store.read((tx) => developersPageWith(tx, visit, { title, secret }))
}

export const revokeKeyAction: MerchantAction = {
  id: 'revoke',
  path: '/developers/keys/:id/revoke',
  needs: ['read', 'keys'],
  section: 'developers',
  title: 'revoke',
  async ask(tx, visit) {
    const keyId = visit.param('id')
    const key = await tx.apiKeys.find(keyId)
    if (key?.merchantId !== visit.caller.merchantId || key.environment !== visit.environment)
      throw new DomainError('api_key_not_found', { status: 404 })
    const isOwn = visit.caller.keyId === keyId
    return {
      title: visit.text('revoke_key', { name: html`<bdi>${key.name}</bdi>` }),
      text: html`<span class="mono">${visit.exact(keyId)}</span> ${visit.text(isOwn ? 'revoke_own_key_text' : 'revoke_key_text')}`,
      submit: { text: visit.plain('revoke'), isDangerous: true },
      back: visit.path('/developers'),
    }
  },
  async call(visit) {
    await visit.repeatable('revokeApiKey', { params: { key_id: visit.param('id') } })
    return { kind: 'redirect', to: visit.path('/developers', { done: 'revoked' }) }
  },
}
