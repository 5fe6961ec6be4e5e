import { connect, type Socket } from 'node:net'

/** A connection that sends raw bytes and keeps the answer. */
export interface RawSocket {
  readonly socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves when the server or an error has closed the connection. */
  readonly closed: Promise<void>
}

export interface RawOptions {
  /** Local address of the connection. */
  readonly localAddress?: string
  /** False leaves received bytes in the kernel, like a slow reader. */
  readonly isReading?: boolean
}

/** Connects to the server of a URL. An error only closes the connection. */
export function openRaw(
  url: string,
  { localAddress, isReading = true }: RawOptions = {},
): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const host = { host: hostname, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) }
  const socket = connect(host)
  const chunks: string[] = []
  if (isReading) socket.on('data', (chunk) => chunks.push(chunk.toString('latin1')))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const raw = { socket, closed, received: () => chunks.join('') }
  return new Promise((resolve) => {
    socket.on('error', () => resolve(raw))
    socket.once('connect', () => resolve(raw))
  })
}
