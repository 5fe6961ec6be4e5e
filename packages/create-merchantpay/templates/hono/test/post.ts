import { createApp } from '../app.js'

/** Posts to the app, without a port. */
export async function post(
  path: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  return createApp().request(path, { method: 'POST', body, headers })
}
