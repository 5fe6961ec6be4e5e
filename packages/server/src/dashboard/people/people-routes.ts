import { actionRoute } from '../action-route.js'
import type { Route } from '../page.js'
import { endChatForm, linkChatForm, testChannelForm } from './channel-forms.js'
import { chooseNoticesForm } from './notices-card.js'
import { noticesPage } from './notices-page.js'
import { addPasskeyForm, deletePasskeyForm } from './passkey-forms.js'
import { peoplePage } from './people-page.js'
import { changeRoleAction, endOwnSessionForm, endSessionForm, removePersonAction } from './person-actions.js'
import { invitePersonForm, newPersonPage, personLinkAction } from './person-links.js'
import { ownPage, personPage } from './person-page.js'
import { refundLimitAction } from './refund-limit.js'
import { deleteFilterForm, FILTER_FORMS, saveFilterForm } from './saved-filters.js'

/** The pages about people, which no link of a key opens. */
export const PEOPLE_ROUTES: readonly Route[] = [
  { path: '/people', needs: ['people'], read: peoplePage },
  { path: '/people/new', needs: ['people'], isGuarded: true, read: newPersonPage, submit: invitePersonForm },
  // Its path would match that of a person.
  actionRoute(refundLimitAction),
  { path: '/people/:id', needs: ['people'], read: personPage },
  actionRoute(personLinkAction),
  actionRoute(changeRoleAction),
  actionRoute(removePersonAction),
  { path: '/people/:id/sessions/:session/end', needs: ['people'], submit: endSessionForm, again: personPage },
  { path: '/me', needs: [], read: ownPage },
  { path: '/me/passkeys', needs: [], isGuarded: true, submit: addPasskeyForm, again: ownPage },
  {
    path: '/me/passkeys/:passkey/delete',
    needs: [],
    isGuarded: true,
    submit: deletePasskeyForm,
    again: ownPage,
  },
  // The chat outlives the session, so a session that was stolen must not link one.
  { path: '/me/chat', needs: [], isGuarded: true, submit: linkChatForm, again: noticesPage },
  { path: '/me/chat/end', needs: [], submit: endChatForm, again: noticesPage },
  { path: `${FILTER_FORMS}/:list`, needs: [], submit: saveFilterForm, again: ownPage },
  { path: `${FILTER_FORMS}/:list/delete`, needs: [], submit: deleteFilterForm, again: ownPage },
  { path: '/me/notices', needs: [], read: noticesPage, submit: chooseNoticesForm },
  { path: '/me/notices/test/:channel', needs: [], submit: testChannelForm, again: noticesPage },
  { path: '/me/sessions/:session/end', needs: [], submit: endOwnSessionForm, again: ownPage },
]
