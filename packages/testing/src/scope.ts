/** The two environments of the API. Data of one is not visible in the other. */
export type Environment = 'live' | 'test'

/** The owner of a resource: a merchant in an environment. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

/** Whether a resource belongs to a scope. */
export function isOf(thing: Scope, { merchantId, environment }: Scope): boolean {
  return thing.merchantId === merchantId && thing.environment === environment
}
