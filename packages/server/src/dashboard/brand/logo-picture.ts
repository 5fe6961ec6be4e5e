import { DomainError } from '../../domain/shared/errors.js'
import { type Html, html } from '../../runtime/html.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'

/** The stored logo under an address that changes with the brand, so that browsers keep it. */
export const logoImage = (visit: Visit): Html =>
  html`<img src="${visit.href('/brand/logo', { at: visit.brand.updatedAt })}" alt="">`

/** The picture behind {@link logoImage}, also for those who read little. Browsers keep it under its present address alone. */
export const logoPicture: ReadPage = async (tx, visit) => {
  const logo = await tx.merchantBrands.findLogo(visit.caller.merchantId)
  if (!logo) throw new DomainError('not_found')
  return { kind: 'picture', ...logo, isKept: visit.query('at') === `${visit.brand.updatedAt}` }
}
