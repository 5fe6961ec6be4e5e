import { pause } from '../crash/driver.js'
import { openRaw, type RawSocket } from './raw-socket.js'

/** The open connections of an attack. */
export interface Attack {
  readonly sockets: readonly RawSocket[]
  /** How many connections the server has closed. */
  ended(): number
  /** The connections in groups, in the order of opening. */
  close(): Promise<void>
}

interface Crowd {
  readonly count: number
  /**
   * Local addresses in rotation; an empty list means 127.0.0.1. With an explicit address Linux is slow to find ports
   * for thousands of connections.
   */
  readonly addresses: readonly string[]
  /** False never reads what the server answers. */
  readonly isReading?: boolean
  /** Sent on each connection. */
  readonly text: string
  /** Connections opened per 25 ms. */
  readonly atOnce?: number
}

const EVERY_MS = 25
/**
 * A thousand per second. At much higher rates the accept queue of the kernel fills and drops new connections, which no
 * server can answer.
 */
const AT_ONCE = 25
const CLOSED_AT_ONCE = 100
const ASK = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
/** The path of the largest answer without a key. */
const LARGE = ASK('/llms-full.txt')
const BODY_BYTES = 65_000

/** Address number `at` of 127.0.0.0/8, all of which is local on Linux. */
export const loopback = (at: number): string => `127.${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`

export const ATTACKS: Readonly<Record<string, Pick<Crowd, 'text' | 'isReading' | 'atOnce'>>> = {
  /**
   * As many requests as a chunk holds, answers unread. Node parses them all, so a chunk costs as much as 1,500 normal
   * requests.
   */
  pipelines: { text: LARGE.repeat(1_500), isReading: false, atOnce: 1 },
  /** The first request of those that `askOnce` sends, answers unread. */
  slowReaders: { text: LARGE, isReading: false },
  slowHeads: { text: 'GET / HTTP/1.1\r\nHost: x\r\nX-Wait: ' },
  slowBodies: {
    text: `POST /v1/merchants HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES + 500}\r\n\r\n${'x'.repeat(BODY_BYTES)}`,
  },
  /** Idle after a normal request. */
  idle: { text: ASK('/healthz') },
}

/** Opens connections at a steady rate, and sends the text on each. */
export async function attack(url: string, crowd: Crowd): Promise<Attack> {
  const { count, addresses, text, isReading = true, atOnce = AT_ONCE } = crowd
  const sockets: RawSocket[] = []
  const opening: Promise<unknown>[] = []
  const open = async (localAddress: string | undefined) => {
    const raw = await openRaw(url, { isReading, ...(localAddress === undefined ? {} : { localAddress }) })
    raw.socket.write(text)
    sockets.push(raw)
  }
  for (let index = 0; index < count; index += 1) {
    if (index % atOnce === 0) await pause(EVERY_MS)
    opening.push(open(addresses[index % addresses.length]))
  }
  await Promise.all(opening)
  return {
    sockets,
    ended: () => sockets.filter(({ socket }) => socket.destroyed).length,
    async close() {
      for (const [at, { socket }] of sockets.entries()) {
        if (at % CLOSED_AT_ONCE === 0) await pause(EVERY_MS)
        socket.destroy()
      }
    },
  }
}

/** Each connection sends another number of requests, because the size of the kernel's buffers is unknown. */
const MAX_ASKED = 20

/** Sends one more request on connections that have not sent all of theirs. @returns false when none is left */
export function askOnce({ sockets }: Attack, round: number): boolean {
  for (const [at, { socket }] of sockets.entries()) if (round < at % MAX_ASKED) socket.write(LARGE)
  return round < MAX_ASKED
}

/** Sends one more byte on each connection, like a slow client. */
export function trickle({ sockets }: Attack): void {
  for (const { socket } of sockets) if (!socket.destroyed) socket.write('x')
}
