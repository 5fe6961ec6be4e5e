import type { PageReply } from '../../domain/sessions/pages.js'
import { requireSession } from '../../domain/sessions/sessions.js'
import type { ConsolePage } from '../page.js'
import type { Visit } from '../visit.js'
import type { OperatorAction } from './actions.js'
import { askPage, barrierTo, mandateOf, type Refusal, refusalBy, refusalOf } from './ask.js'

/** Does what a submitted form asks for, or shows the form again with what is wrong. */
export async function perform(visit: Visit, action: OperatorAction): Promise<PageReply | ConsolePage> {
  const { store, context } = visit.services
  const barrier = barrierTo(visit, action)
  if (barrier) return barrier
  const again = (refusal: Refusal) => store.read((tx) => askPage(tx, visit, action, refusal))
  const wrong = await store.read(async (tx) => refusalOf(visit, await action.ask(tx, visit)))
  if (wrong) return again(wrong)
  try {
    const outcome = await store.write(async (tx) => {
      await requireSession(tx, context, visit.request.session)
      return action.run(tx, context, visit, mandateOf(visit))
    })
    if ('page' in outcome) return outcome.page
    const mark = outcome.to.includes('?') ? '&' : '?'
    return { kind: 'redirect', to: `${outcome.to}${mark}done=${outcome.done}` }
  } catch (error) {
    const refusal = refusalBy(error)
    if (!refusal) throw error
    return again(refusal)
  }
}
