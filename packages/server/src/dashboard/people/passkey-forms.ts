import { addPasskey } from '../../domain/people/passkeys.js'
import { removePasskey } from '../../domain/people/people.js'
import { requirePasskey } from '../../pages/passkey-form.js'
import type { Submit } from '../page.js'
import { changeOwn } from './people-change.js'

export const addPasskeyForm: Submit = async (visit) => {
  const given = requirePasskey(visit)
  await changeOwn(visit, (tx, { person, mandate }) =>
    addPasskey(tx, visit.services.context, { person, ...given }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/me', { done: 'passkey' }) }
}

export const deletePasskeyForm: Submit = async (visit) => {
  const passkeyId = visit.param('passkey')
  await changeOwn(visit, (tx, { person, mandate }) =>
    removePasskey(tx, visit.services.context, { person, passkeyId }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/me', { done: 'passkey_deleted' }) }
}
