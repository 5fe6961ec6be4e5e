import { connect, type Socket } from 'node:net'

/** A connection that sends what no HTTP client would, and keeps what comes back. */
export interface RawSocket {
  readonly socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves when the other end, or an error, has closed it. */
  readonly closed: Promise<void>
}

export interface RawOptions {
  /** Which address of this machine it comes from. */
  readonly localAddress?: string
  /** False leaves in the kernel what comes: a slow reader. */
  readonly isReading?: boolean
}

/** Connects to the server of that URL. An error of the connection only closes it. */
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
