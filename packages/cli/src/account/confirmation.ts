import { usage } from '../failure.js'
import type { Input } from '../input.js'
import { isLiveKey } from './account.js'

/** @throws Failure `usage` for a live key without `--yes` */
export function requireConfirmation(input: Input, keyId: string, what: string): void {
  if (isLiveKey(keyId) && !input.flag('yes'))
    throw usage(`${keyId} is a live key: add --yes to confirm ${what}`)
}
