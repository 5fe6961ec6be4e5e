import { connect } from 'node:net'
import { BODY, headerOf } from '../support/webhooks.js'

/** The parts of an answer that tests check. */
export interface Answer {
  status: number
  text: string
}

/** The headers of a sender without the secret. */
export const FORGED = { 'x-merchant-signature': `t=1,v1=${'0'.repeat(64)}` }

/** Sends a delivery as the service does. @param now Unix seconds at which it is signed */
export async function deliver(
  port: number,
  { path = '/webhooks', body = BODY, now = Math.floor(Date.now() / 1000), ...init }: Delivery = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-merchant-signature': headerOf(now, body ?? '') }
  const request = { method: 'POST', body, ...init, headers: { ...headers, ...init.headers } }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
  return { status: response.status, text: await response.text() }
}

interface Delivery {
  path?: string
  method?: string
  body?: string | Uint8Array<ArrayBuffer> | null
  now?: number
  headers?: Record<string, string>
}

/** A client that sends a delivery in parts. */
export interface RawClient {
  send(bytes: string): void
  /** Destroys the connection. */
  abort(): void
  /** The answer, once the server has closed the connection. */
  readonly answer: Promise<Answer>
}

/** Opens a connection and sends the head of a delivery that announces `length` bytes. */
export function openDelivery(port: number, length: number, path = '/webhooks'): RawClient {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Merchant-Signature: ${headerOf(Math.floor(Date.now() / 1000))}`,
    `Content-Length: ${length}`,
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = new Promise<Answer>((resolve) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {}) // a reset is an end like another
    socket.on('close', () => {
      const [top = '', body = ''] = received.split('\r\n\r\n')
      // The answers are short enough for one chunk.
      const text = /^transfer-encoding: chunked/im.test(top) ? body.split('\r\n')[1] : body
      resolve({ status: Number(top.split(' ')[1]), text: text ?? '' })
    })
  })
  return { send: (bytes) => void socket.write(bytes), abort: () => void socket.destroy(), answer }
}
