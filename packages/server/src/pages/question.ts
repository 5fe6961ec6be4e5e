import { FORM_TOKEN } from '../domain/sessions/pages.js'
import type { Html } from '../runtime/html.js'
import type { ConfirmationOptions } from '../ui/dialog.js'
import type { Visit } from './visit.js'

/** The question before something is done. */
export interface Question extends Pick<ConfirmationOptions, 'title' | 'text' | 'submit'> {
  readonly fields?: readonly Html[]
  /** Values of the form besides the token of the session, such as its key or the version that the person has seen. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Path and query of the page to return to. */
  readonly back: string
}

/** The form of a question, for a page or a dialog. @param path of the action, below the area of the visit */
export const confirmationOf = (
  visit: Visit<string, 'cancel'>,
  id: string,
  path: string,
  { title, text, fields = [], hidden = {}, submit, back }: Question,
): ConfirmationOptions => ({
  id,
  title,
  text,
  action: visit.href(path),
  hidden: { [FORM_TOKEN]: visit.request.formToken, ...hidden },
  fields,
  submit,
  cancel: { text: visit.plain('cancel'), href: `${visit.services.settings.base}${back}` },
})

/** Fills the variable parts of a path from those of the visit. */
export const pathOf = (path: string, visit: Visit): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(visit.param(name)))
