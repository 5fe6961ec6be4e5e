import { KEY_SCOPES, type KeyScope, SHOP_SCOPES, scopesIn } from '../../domain/shared/key-scope.js'
import { type Args, UsageError } from '../command.js'

/** Returns the scopes of the option `--scopes`. @throws UsageError */
export function scopesOf(args: Args): KeyScope[] {
  const names = args.text('scopes')?.split(',') ?? SHOP_SCOPES
  const scopes = scopesIn(names)
  if (scopes.length < names.length) throw new UsageError(`--scopes takes some of ${KEY_SCOPES.join(',')}`)
  return scopes
}
