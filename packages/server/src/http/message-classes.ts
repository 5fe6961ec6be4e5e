import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express, Request, Response } from 'express'

/**
 * Makes the classes of an application's requests and responses. Express changes the prototype of each request and response
 * to its own, and V8 then keeps a description of the shape of each object for it alone: 2 KiB for an open stream. Objects
 * of these classes have the prototypes from the start.
 */
export function messageClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
} {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Sent extends IncomingMessage = IncomingMessage> extends ServerResponse<Sent> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as Request // it inherits from the one before
  app.response = AppResponse.prototype as Response // likewise
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
