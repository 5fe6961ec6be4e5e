import { requireMerchant } from '../../domain/merchants/merchants.js'
import { letIn } from '../../domain/people/people.js'
import type { Person } from '../../domain/people/person.js'
import { signInUrl } from '../../domain/sessions/session.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { field } from '../../ui/fields.js'
import { table } from '../../ui/table.js'
import type { OperatorAction } from '../access/actions.js'
import { age } from '../formats.js'
import type { Visit } from '../visit.js'
import { secretPage } from './secret-page.js'

/** The people of a merchant, with their last use of its dashboard. */
export function peopleCard(people: readonly Person[], merchantId: string, visit: Visit): Html {
  const invite = visit.may('people invite')
    ? buttonLink({
        text: 'Invite an owner',
        icon: 'plus',
        href: visit.href(`/merchants/${merchantId}/invite`),
      })
    : NOTHING
  const body =
    people.length === 0
      ? 'None. Invite the first owner, who invites the others.'
      : table<Person>({
          caption: 'People, by name',
          rows: people,
          columns: [
            { title: 'Name', place: 'name', cell: ({ name }) => html`<b>${name}</b>` },
            { title: 'E-mail', place: 'note', cell: ({ mail }) => mail },
            { title: 'Role', place: 'amount', cell: ({ role }) => role },
            { title: 'Id', place: 'none', cell: ({ id }) => html`<span class="mono">${id}</span>` },
            {
              title: 'Last used',
              place: 'status',
              cell: ({ usedAt }) => (usedAt === null ? 'invited' : `${age(usedAt, visit.now)} ago`),
            },
          ],
        })
  return card({ id: 'people', title: 'People', aside: invite, body, isFlush: people.length > 0 })
}

/** Makes a link that lets an owner of a merchant in, or any person who is known there. */
export const inviteAction: OperatorAction = {
  name: 'people invite',
  path: '/merchants/:id/invite',
  async ask(tx, visit) {
    const { id, name } = await requireMerchant(tx, visit.param('id'))
    return {
      visit,
      title: `Invite an owner of ${name}?`,
      text: `${visit.services.hasMail ? 'A mail' : 'A link'} lets the person in once, within three days. A known address keeps its role, and gets a link for ten minutes once the person has signed in.`,
      fields: [
        field({
          name: 'mail',
          label: 'E-mail address',
          value: visit.field('mail'),
          attributes: { required: true, type: 'email', maxlength: 254, autocomplete: 'off' },
        }),
        field({
          name: 'name',
          label: 'Name',
          value: visit.field('name'),
          attributes: { required: true, maxlength: 100, autocomplete: 'off' },
        }),
      ],
      submit: { text: 'Invite', icon: 'mail' },
      back: visit.path(`/merchants/${id}`),
    }
  },
  async run(tx, context, visit, mandate) {
    const merchantId = visit.param('id')
    await requireMerchant(tx, merchantId)
    const wanted = {
      merchantId,
      mail: visit.field('mail'),
      name: visit.field('name'),
      role: 'owner',
    } as const
    const { hasMail, settings } = visit.services
    const invited = await letIn(tx, context, wanted, mandate, hasMail)
    const { mail, role } = invited.person
    if (invited.token === undefined) return { to: visit.path(`/merchants/${merchantId}`), done: 'invited' }
    return {
      page: secretPage(visit, {
        title: 'Sign-in link',
        label: `A link for ${mail}, ${role}, until ${isoTime(invited.expiresAt)}`,
        secret: signInUrl(settings.publicUrl(), 'dashboard', invited.token),
        back: visit.path(`/merchants/${merchantId}`),
      }),
    }
  },
}
