import { settleCancellation } from './cancellation.js'
import { toError } from './failure.js'
import { explain } from './fault.js'
import { recover } from './recover.js'
import { restOf } from './retry-after.js'

/** What handles failures: their rules, waits, errors and words. */
export const recovery = { explain, recover, restOf, settleCancellation, toError }
