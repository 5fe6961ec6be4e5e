import { type Html, NOTHING } from '../runtime/html.js'
import type { Content } from '../ui/attributes.js'
import { notice } from '../ui/notice.js'
import type { Refusal, Visit } from './visit.js'

/** Refuses a form before anything is done. */
export class RefusedForm extends Error {
  constructor(readonly refusal: Refusal) {
    super('the form is refused')
  }
}

/** The message above a form that was refused. */
export const refusalNotice = (visit: Visit<string, 'nothing_done'>): Html =>
  visit.refusal === undefined
    ? NOTHING
    : notice({ kind: 'bad', title: visit.plain('nothing_done'), text: visit.refusal.text, isResult: true })

/** The error of a field, for its component. @param params the names that the field has in refusals */
export function errorAt(
  { refusal }: Pick<Visit, 'refusal'>,
  ...params: readonly string[]
): { readonly error?: Content } {
  const isHere = refusal?.param !== undefined && params.includes(refusal.param.replace(/\..*/, ''))
  return isHere ? { error: refusal.text } : {}
}
