import { MerchantPayError } from './errors.js'
import { type Late, load, type NotLoaded } from './load.js'
import { withCaller } from './send.js'

/** Waits for a feature. @param caller where it was asked for @throws MerchantPayError `not_loaded`; nothing was sent */
export function loadFeature<Names extends keyof Late>(
  part: Promise<Pick<Late, Names>>,
  caller: Error,
): Promise<Pick<Late, Names>> {
  return load(part).catch((error: NotLoaded) => {
    throw withCaller(new MerchantPayError(error.message, error), caller)
  })
}
