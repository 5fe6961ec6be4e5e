import { MerchantPayError } from './base-error.js'

/**
 * Ends the stack of an error with the frames of the code that made the call, which an awaited promise no longer
 * knows.
 *
 * @param caller made in the function that the caller called
 */
export function withCaller(error: unknown, caller: Error): unknown {
  if (error instanceof MerchantPayError) {
    // The heading replaces the first two lines: the heading of `caller`, and the frame of the function that made it.
    error.stack = `${caller.stack}`.replace(/.*(\n.*)?/, () => `${error}`)
  }
  return error
}
