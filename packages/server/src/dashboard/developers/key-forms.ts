import { KEY_SCOPES, type KeyScope, SHOP_SCOPES } from '../../domain/merchants/key-scope.js'
import { DomainError } from '../../domain/shared/errors.js'
import { errorAt, refusalNotice } from '../../pages/refusal.js'
import { html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { checkboxes, field } from '../../ui/fields.js'
import { exactText } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import type { MerchantAction } from '../action-route.js'
import type { WordKey } from '../frame/texts.js'
import type { ReadPage, Submit } from '../page.js'
import { developersPageWith } from './developers-page.js'

const SCOPE_TEXTS: Readonly<Record<KeyScope, WordKey>> = {
  orders: 'scope_orders',
  read: 'scope_read',
  withdrawals: 'scope_withdrawals',
  keys: 'scope_keys',
}

export const newKeyPage: ReadPage = async (_tx, visit) => {
  const chosen = visit.request.form ? visit.fields('scopes') : SHOP_SCOPES
  const main = html`${pageHead({ title: visit.plain('create_key'), line: visit.text('create_key_text') })}${refusalNotice(visit)}<div class="form">${card(
    {
      id: 'new-key',
      body: html`<form method="post" action="${visit.href('/developers/keys/new')}">${visit.hiddenFields}${field(
        {
          name: 'name',
          label: visit.text('name'),
          value: visit.field('name'),
          attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
          ...errorAt(visit, 'name'),
        },
      )}${checkboxes(
        'scopes',
        visit.text('scopes'),
        KEY_SCOPES.filter((scope) => visit.may(scope)).map((scope) => ({
          value: scope,
          title: exactText(scope),
          text: visit.text(SCOPE_TEXTS[scope]),
          isChecked: chosen.includes(scope),
        })),
        errorAt(visit, 'scopes').error,
      )}${button({ text: visit.plain('create_key'), kind: 'primary', icon: 'key' })}</form>`,
    },
  )}</div>`
  return { kind: 'content', title: visit.plain('create_key'), section: 'developers', main }
}

/** Creates a key, and shows its secret in this answer only. */
export const createKeyForm: Submit = async (visit) => {
  const { environment } = visit.caller
  const name = visit.field('name') || undefined
  const scopes = visit.fields('scopes') as KeyScope[] // the contract checks them
  const { secret, key_id } = await visit.once('createApiKey', {
    body: { environment, name, scopes },
  })
  const title = html`${visit.text('key_ready', { name: html`<bdi>${name ?? ''}</bdi>` })} <span class="mono">${exactText(key_id)}</span>`
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
    const isOwn = visit.access.keyId === keyId
    return {
      title: visit.text('revoke_key', { name: html`<bdi>${key.name}</bdi>` }),
      text: html`<span class="mono">${exactText(keyId)}</span> ${visit.text(isOwn ? 'revoke_own_key_text' : 'revoke_key_text')}`,
      submit: { text: visit.plain('revoke'), isDangerous: true },
      back: '/developers',
    }
  },
  async call(visit) {
    await visit.repeatable('revokeApiKey', { params: { key_id: visit.param('id') } })
    return { kind: 'redirect', to: visit.path('/developers', { done: 'revoked' }) }
  },
}
