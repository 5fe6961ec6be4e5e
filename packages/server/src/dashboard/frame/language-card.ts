import { postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import type { Submit } from '../page.js'
import type { Visit } from '../visit.js'

/** The languages of the dashboard. */
export const languageCard = (visit: Visit): Html =>
  card({
    id: 'language',
    title: visit.plain('language'),
    body: postForm(
      visit,
      '/language',
      joinHtml(
        visit.services.languages.all.map(({ tag, name }) =>
          button({
            text: html`<bdi lang="${tag}">${name}</bdi>`,
            attributes: {
              name: 'language',
              value: tag,
              'aria-pressed': tag === visit.words.tag ? 'true' : 'false',
            },
          }),
        ),
      ),
      'buttons',
    ),
  })

/** Keeps the language that was chosen with the session, and leads back to the page with the card. */
export const chooseLanguage: Submit = async (visit) => {
  const language = visit.field('language')
  const { id } = visit.request.session
  if (visit.services.languages.all.some(({ tag }) => tag === language))
    await visit.services.store.write((tx) => tx.sessions.setLanguage(id, language))
  return { kind: 'redirect', to: visit.path(visit.person ? '/me' : '/brand') }
}
