import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { parseIp } from '../../../src/domain/shared/ip.js'

/** A name server's answer: addresses, none of that family, an error, or no answer at all. */
export type NameServerAnswer = readonly string[] | 'no such name' | 'failed' | 'silent'

export interface NameServer {
  /** Host and port, as a resolver takes it. */
  readonly address: string
  /** The questions in order, such as `A shop.example`. */
  readonly questions: readonly string[]
  close(): void
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' }
const CODES = { failed: 2, 'no such name': 3 } as const
const HEADER_BYTES = 12
const RESPONSE_FLAGS = 0x8180
const TTL_S = 60

/** Answers a question; `count` is the number of questions of that type for that name so far. */
export type AnswerQuestion = (type: 'A' | 'AAAA', name: string, count: number) => NameServerAnswer

/** Opens a name server on loopback with scripted answers. */
export async function openNameServer(answer: AnswerQuestion): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  const questions: string[] = []
  const counts = new Map<string, number>()
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    if (type === undefined) return
    const question = `${type} ${name}`
    questions.push(question)
    const count = (counts.get(question) ?? 0) + 1
    counts.set(question, count)
    const reply = answer(type, name, count)
    if (reply !== 'silent') socket.send(responseTo(query.subarray(0, end), reply), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, questions, close: () => void socket.close() }
}

function questionOf(query: Buffer): { name: string; type: 'A' | 'AAAA' | undefined; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)], end: at + 5 }
}

function responseTo(query: Buffer, reply: Exclude<NameServerAnswer, 'silent'>): Buffer {
  const addresses = typeof reply === 'string' ? [] : reply
  const head = Buffer.from(query)
  head.writeUInt16BE(RESPONSE_FLAGS | (typeof reply === 'string' ? CODES[reply] : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  // The records of the question's own extensions are not repeated.
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...addresses.map(recordOf)])
}

/** Encodes a record whose name is a pointer to the name of the question. */
function recordOf(address: string): Buffer {
  const ip = parseIp(address)
  if (!ip) throw new Error(`no address: ${address}`)
  const bytes = Buffer.from(ip.bits.toString(16).padStart(ip.version === 4 ? 8 : 32, '0'), 'hex')
  const fields = Buffer.alloc(HEADER_BYTES)
  fields.writeUInt16BE(0xc00c, 0)
  fields.writeUInt16BE(ip.version === 4 ? 1 : 28, 2)
  fields.writeUInt16BE(1, 4)
  fields.writeUInt32BE(TTL_S, 6)
  fields.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([fields, bytes])
}
