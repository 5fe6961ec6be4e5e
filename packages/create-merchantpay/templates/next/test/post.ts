import { POST } from '../app/webhooks/route'

/** Posts to the route of a path, without a port. */
export async function post(
  path: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  return POST(new Request(`http://localhost${path}`, { method: 'POST', body, headers }))
}
