import { expect } from 'vitest'
import { everyWidth, itPictures, usePictures } from '../support/pages/pictures.js'
import { Harness } from '../support/server/harness.js'

const pictures = usePictures('docs')
const LIMIT_MS = 240_000
const HEIGHT = 600
/** The first page, one operation, a long table, and a search. */
const PAGES: Readonly<Record<string, string>> = {
  overview: '/docs',
  operation: '/docs/orders/create',
  errors: '/docs/errors',
  search: '/docs/search?q=refund',
}

itPictures(
  'the reference looks as accepted at the top of its pages, and passes axe',
  async () => {
    const harness = await Harness.start()
    const faults: string[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const page = { url: `${harness.server.url}${path}`, height: HEIGHT }
      faults.push(...(await pictures.compare(everyWidth(name, page))))
    }
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)
