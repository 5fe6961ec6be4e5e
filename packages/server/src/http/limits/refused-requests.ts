import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The statuses of requests that no handler ever sees, by the code of Node's error. All others are malformed: 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers a request that Node refuses, in the form of all errors, and ends its connection. */
export function refuseRequest(socket: Duplex, code: string | undefined): void {
  const status = STATUSES[code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ error: reason.toLowerCase() })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
