import {
  createPersonLink,
  getPerson,
  type Invitation,
  invitePerson,
  invitePersonByMail,
} from '../../domain/people/people.js'
import { signInUrl } from '../../domain/sessions/session.js'
import { formField } from '../../pages/parts.js'
import { html } from '../../runtime/html.js'
import type { MerchantAction } from '../action-route.js'
import { formPage } from '../form-page.js'
import type { DashboardPage, ReadPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { changePeople } from './people-change.js'
import { peoplePageWith } from './people-page.js'
import { chosenRole, roleChoices } from './role-choices.js'

export const newPersonPage: ReadPage = async (_tx, visit) =>
  formPage(visit, {
    id: 'invite',
    section: 'people',
    title: 'invite_person',
    line: visit.text(visit.services.hasMail ? 'invite_by_mail_text' : 'invite_person_text'),
    path: '/people/new',
    fields: html`${formField(visit, {
      name: 'name',
      label: visit.text('name'),
      attributes: { required: true, maxlength: 100, autocomplete: 'off', dir: 'auto' },
    })}${formField(visit, {
      name: 'mail',
      label: visit.text('email'),
      attributes: { required: true, type: 'email', maxlength: 254, autocomplete: 'off', dir: 'ltr' },
    })}${roleChoices(visit, 'viewer')}`,
    submit: { text: 'invite_person', icon: 'mail' },
  })

/** Invites a person by mail, or shows the link in this answer only. */
export const invitePersonForm: Submit = async (visit) => {
  const { merchantId } = visit.caller
  const { context, hasMail } = visit.services
  const wanted = { merchantId, mail: visit.field('mail'), name: visit.field('name'), role: chosenRole(visit) }
  if (hasMail) {
    await changePeople(visit, (tx, { mandate }) =>
      invitePersonByMail(tx, context, wanted, mandate, visit.words.tag),
    )
    return { kind: 'redirect', to: visit.path('/people', { done: 'invited' }) }
  }
  const invitation = await changePeople(visit, (tx, { mandate }) =>
    invitePerson(tx, context, wanted, mandate),
  )
  return showLink(visit, invitation)
}

/** Makes another link for a person who cannot sign in any more. */
export const personLinkAction: MerchantAction = {
  id: 'person-link',
  path: '/people/:id/link',
  needs: ['people'],
  isGuarded: true,
  section: 'people',
  title: 'make_sign_in_link',
  async ask(tx, visit) {
    const { id, name } = await getPerson(tx, visit.caller.merchantId, visit.param('id'))
    return {
      title: visit.text('make_link_question', { name: html`<bdi>${name}</bdi>` }),
      text: visit.text('make_link_text'),
      submit: { text: visit.plain('make_sign_in_link'), icon: 'link' },
      back: visit.path(`/people/${id}`),
    }
  },
  async call(visit) {
    const { context } = visit.services
    const invitation = await changePeople(visit, async (tx, { person: author, mandate }) =>
      createPersonLink(tx, context, await getPerson(tx, author.merchantId, visit.param('id')), mandate),
    )
    return showLink(visit, invitation)
  },
}

function showLink(visit: Visit, { person, token, expiresAt }: Invitation): Promise<DashboardPage> {
  const made = {
    title: visit.text('person_link', { name: html`<bdi>${person.name}</bdi>` }),
    text: visit.text('person_link_text', { time: visit.time(expiresAt) }),
    secret: signInUrl(visit.services.settings.publicUrl(), 'dashboard', token),
  }
  return visit.services.store.read((tx) => peoplePageWith(tx, visit, made))
}
