import { announce } from './announce.js'
import { settleCancellation } from './cancellation.js'
import { toError } from './failure.js'
import { abortFault, explain } from './fault.js'
import { emit, log } from './logging.js'
import { recover } from './recover.js'

/** What handles failures: their rules, waits, errors and words. With it comes what most calls do without. */
export const recovery = {
  abortFault,
  announce,
  emit,
  explain,
  log,
  recover,
  settleCancellation,
  toError,
}
