import type { Context } from '../context.js'
import { escaped } from '../output.js'
import { openInBrowser } from './browser.js'
import { explainingRefusal, scopeNote, scopesOf } from './scopes.js'

/** Prints a link that signs a person in to the merchant's dashboard. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const asked = [...scopesOf(input)]
  const mp = await context.client()
  const link = await explainingRefusal(
    context,
    mp.merchants.createDashboardLink({ scopes: asked }, { signal }),
  )
  const { url, environment, scopes, expires_at } = link
  output.result(link, () => escaped(url))
  output.note(`signs in once until ${expires_at}, to ${environment}, for ${scopes.join(', ')}`)
  const note = scopeNote(input, asked)
  if (note !== undefined) output.note(note)
  if (input.flag('open') && !(await openInBrowser(context, url)))
    output.warn('no browser could be started: open the link by hand')
  return undefined
}
