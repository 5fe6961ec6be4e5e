/** An error whose text Medusa shows to the caller of its API, with status 400. Any other text it keeps to itself. */
export class Refusal extends Error {
  readonly __isMedusaError = true
  readonly type = 'not_allowed'
}
