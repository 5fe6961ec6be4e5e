import { KEY_SCOPES, type KeyScope, scopesIn } from '../domain/merchants/key-scope.js'
import { type Args, UsageError } from './command.js'

/** Enough for the server of a shop. */
const DEFAULT_SCOPES = 'orders,read'

/** Returns the scopes of the option `--scopes`. @throws UsageError */
export function scopesOf(args: Args): KeyScope[] {
  const names = (args.option('scopes') ?? DEFAULT_SCOPES).split(',')
  const scopes = scopesIn(names)
  if (scopes.length < names.length) throw new UsageError(`--scopes takes some of ${KEY_SCOPES.join(',')}`)
  return scopes
}
