import { html } from '../../runtime/html.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { pageHead } from '../../ui/shell.js'
import type { ConsolePage, Section } from '../page.js'
import type { Visit } from '../visit.js'

/** Says that something does not exist, and offers to search for its id. @param name undefined where nothing has an id */
export const notFoundPage = (
  visit: Visit,
  section: Section,
  text: string,
  name: string | undefined,
): ConsolePage => ({
  kind: 'content',
  title: 'Not found',
  section,
  visit,
  status: 404,
  main: html`${pageHead({ title: 'Not found' })}${card({
    id: 'missing',
    body: emptyState({
      icon: 'search',
      title: text,
      ...(name === undefined
        ? { text: 'It may have been done already.' }
        : {
            text: 'It may be the id of something else, or be in another field.',
            action: buttonLink({
              text: 'Search for it',
              icon: 'search',
              href: visit.href('/search', { q: name }),
            }),
          }),
    }),
  })}`,
})
