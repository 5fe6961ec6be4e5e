import { pause } from '../crash/driver.js'
import { openRaw, type RawSocket } from './raw-socket.js'

/** Connections that an attack holds open. */
export interface Attack {
  readonly sockets: readonly RawSocket[]
  /** How many the server has ended. */
  ended(): number
  /** A few at a time, as they were opened. */
  close(): Promise<void>
}

interface Crowd {
  readonly count: number
  /** They take turns; none is 127.0.0.1. Linux takes long to find ports for thousands of connections of one that is named. */
  readonly addresses: readonly string[]
  /** False never reads what the server answers. */
  readonly isReading?: boolean
  /** Sent on each connection. */
  readonly text: string
  /** Connections opened every 25 ms. */
  readonly atOnce?: number
}

const EVERY_MS = 25
/**
 * A thousand a second. Many more, and those that wait to be accepted fill the kernel's queue: it drops whoever comes then,
 * and no server can answer.
 */
const AT_ONCE = 25
const CLOSED_AT_ONCE = 100
const ASK = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
/** The largest answer that no key is asked for. */
const LARGE = ASK('/llms-full.txt')
const BODY_BYTES = 65_000

/** Address number `at` of this machine: all of 127.0.0.0/8 is, on Linux. */
export const loopback = (at: number): string => `127.${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`

export const ATTACKS: Readonly<Record<string, Pick<Crowd, 'text' | 'isReading' | 'atOnce'>>> = {
  /** As many requests as a chunk holds, unread. Node parses them all, so each costs as much as 1,500 honest ones. */
  pipelines: { text: LARGE.repeat(1_500), isReading: false, atOnce: 1 },
  /** The first of as many as `ask` sends, unread. */
  slowReaders: { text: LARGE, isReading: false },
  slowHeads: { text: 'GET / HTTP/1.1\r\nHost: x\r\nX-Wait: ' },
  slowBodies: {
    text: `POST /v1/merchants HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES + 500}\r\n\r\n${'x'.repeat(BODY_BYTES)}`,
  },
  /** Idle after an honest request. */
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
  for (let opened = 0; opened < count; opened += 1) {
    if (opened % atOnce === 0) await pause(EVERY_MS)
    opening.push(open(addresses[opened % addresses.length]))
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

/** Each connection asks for another number: how many answers the kernel buffers is unknown. */
const MAX_ASKED = 20

/** Asks for one answer more on the connections that have not asked for all of theirs. @returns false when none has */
export function askOnce({ sockets }: Attack, round: number): boolean {
  for (const [at, { socket }] of sockets.entries()) if (round < at % MAX_ASKED) socket.write(LARGE)
  return round < MAX_ASKED
}

/** Sends one byte more on each connection, as a slow client does. */
export function trickle({ sockets }: Attack): void {
  for (const { socket } of sockets) if (!socket.destroyed) socket.write('x')
}
