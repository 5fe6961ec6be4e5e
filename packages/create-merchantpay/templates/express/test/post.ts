import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApp } from '../app.js'

/** Posts to the app, on a free port. */
export async function post(
  path: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  const server = createApp().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  try {
    return await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })
  } finally {
    server.close()
  }
}
