import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A receiver that answers with raw bytes, also with answers that no HTTP library sends. */
export interface RawReceiver {
  readonly port: number
  /** The text of each request, added once it is complete. */
  readonly requests: string[]
  /** TCP connections accepted, also those that failed later. */
  connections: number
}

type AnswerRaw = (socket: TLSSocket, receiver: RawReceiver) => void

/** Starts a receiver that calls `answer` when a request is complete. @param tls certificate and other TLS options */
export const rawReceiver = (tls: TlsOptions, answer: AnswerRaw): Promise<RawReceiver> =>
  answering(tls, isComplete, answer)

/** Starts a receiver that calls `answer` once the head of a request is there, and reads nothing after it. */
export const hastyReceiver = (tls: TlsOptions, answer: AnswerRaw): Promise<RawReceiver> =>
  answering(
    tls,
    (text) => text.includes('\r\n\r\n'),
    (socket, receiver) => {
      socket.pause()
      answer(socket, receiver)
    },
  )

function answering(
  tls: TlsOptions,
  isEnough: (text: string) => boolean,
  answer: AnswerRaw,
): Promise<RawReceiver> {
  const requests: string[] = []
  const server = createTlsServer(tls, (socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!isEnough(text)) return
      requests.push(text)
      text = ''
      answer(socket, receiver)
    })
  })
  server.on('tlsClientError', () => undefined)
  const receiver: RawReceiver = { port: 0, requests, connections: 0 }
  return listening(server, receiver)
}

/** Starts a receiver that does not speak TLS. */
export function plainReceiver(onConnection: (socket: Socket) => void): Promise<RawReceiver> {
  return listening(createTcpServer(onConnection), { port: 0, requests: [], connections: 0 })
}

async function listening(server: Server, receiver: RawReceiver): Promise<RawReceiver> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    receiver.connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object.assign(receiver, { port: (server.address() as AddressInfo).port }) // the server listens on TCP
}

function isComplete(text: string): boolean {
  const [head, body] = text.split('\r\n\r\n')
  const [, length = '0'] = /content-length: ([0-9]+)/i.exec(head ?? '') ?? []
  return body !== undefined && body.length >= parseInt(length, 10)
}
