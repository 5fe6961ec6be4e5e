import { changeRole, endSession, getPerson, removePerson } from '../../domain/people/people.js'
import { html } from '../../runtime/html.js'
import type { MerchantAction } from '../action-route.js'
import type { Submit } from '../page.js'
import { changeOwn, changePeople } from './people-change.js'
import { chosenRole, roleChoices } from './role-choices.js'

export const changeRoleAction: MerchantAction = {
  id: 'role',
  path: '/people/:id/role',
  needs: ['people'],
  isGuarded: true,
  section: 'people',
  title: 'change_role',
  async ask(tx, visit) {
    const { id, name, role } = await getPerson(tx, visit.caller.merchantId, visit.param('id'))
    return {
      title: visit.text('change_role_question', { name: html`<bdi>${name}</bdi>` }),
      text: visit.text('change_role_text'),
      fields: [roleChoices(visit, role)],
      submit: { text: visit.plain('change_role') },
      back: visit.path(`/people/${id}`),
    }
  },
  async call(visit) {
    const wanted = { merchantId: visit.caller.merchantId, id: visit.param('id'), role: chosenRole(visit) }
    await changePeople(visit, (tx, { mandate }) => changeRole(tx, visit.services.context, wanted, mandate))
    return { kind: 'redirect', to: visit.path(`/people/${wanted.id}`, { done: 'role' }) }
  },
}

export const removePersonAction: MerchantAction = {
  id: 'remove',
  path: '/people/:id/remove',
  needs: ['people'],
  section: 'people',
  title: 'remove_person',
  async ask(tx, visit) {
    const { id, name, mail } = await getPerson(tx, visit.caller.merchantId, visit.param('id'))
    return {
      title: visit.text('remove_question', { name: html`<bdi>${name}</bdi>` }),
      text: html`${visit.exact(mail)} ${visit.text('remove_text')}`,
      submit: { text: visit.plain('remove_person'), isDangerous: true },
      back: visit.path(`/people/${id}`),
    }
  },
  async call(visit) {
    const wanted = { merchantId: visit.caller.merchantId, id: visit.param('id') }
    await changePeople(visit, (tx, { mandate }) => removePerson(tx, visit.services.context, wanted, mandate))
    return { kind: 'redirect', to: visit.path('/people', { done: 'removed' }) }
  },
}

/** Signs a person out in one browser. */
export const endSessionForm: Submit = async (visit) => {
  const { context } = visit.services
  const id = visit.param('id')
  await changePeople(visit, async (tx, { person: author, mandate }) => {
    const person = await getPerson(tx, author.merchantId, id)
    await endSession(tx, context, { person, sessionId: visit.param('session') }, mandate)
  })
  return { kind: 'redirect', to: visit.path(`/people/${id}`, { done: 'session_ended' }) }
}

/** Signs the present person out in one browser. */
export const endOwnSessionForm: Submit = async (visit) => {
  const { context } = visit.services
  await changeOwn(visit, (tx, { person, mandate }) =>
    endSession(tx, context, { person, sessionId: visit.param('session') }, mandate),
  )
  return { kind: 'redirect', to: visit.path('/me', { done: 'session_ended' }) }
}
