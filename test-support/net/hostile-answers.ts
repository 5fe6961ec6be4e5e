/** The answers of a hostile receiver to a request over TLS, with the error of the attempt. */

import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'

export interface AnswerPlace {
  /** The connection below TLS. */
  readonly raw: Socket
  /** The target of redirects. */
  readonly elsewhere: string
  /** Delay of a late head, after the client's deadline. */
  readonly lateMs: number
}

export interface HostileAnswer {
  /** The error of the attempt; null when the delivery succeeds. */
  readonly error: string | null
  answer(socket: TLSSocket, place: AnswerPlace): void
}

const DRIP_MS = 20
const GIB = 1_024 ** 3
const CHUNK = Buffer.alloc(65_536, 'x')
/** The size of the decompressed bomb. */
const BOMB_BYTES = 64 * 1_024 ** 2
const HTML = '<!doctype html><script>alert(document.cookie)</script><img src=x onerror=alert(1)>'

const answerOf = (status: string, headers = '', body = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

const says = (bytes: string, error: string | null): HostileAnswer => ({
  error,
  answer: (socket) => void socket.write(bytes, 'latin1'),
})

/** Answers and closes, so that the following bytes are not taken for the next answer. */
const saysAndEnds = (bytes: string, error: string | null): HostileAnswer => ({
  error,
  answer: (socket) => void socket.end(bytes, 'latin1'),
})

const redirects = (status: string): HostileAnswer => ({
  error: `HTTP ${status.slice(0, 3)}`,
  answer: (socket, { elsewhere }) => void socket.write(answerOf(status, `Location: ${elsewhere}\r\n`)),
})

/** Sends the head, and then data until the client stops reading. */
const floods = (head: string, chunk: Buffer | string, error: string | null): HostileAnswer => ({
  error,
  answer(socket) {
    socket.write(head)
    const flood = () => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', flood)
    flood()
  },
})

/** Sends the head, and then a small piece at intervals, without end. */
const drips = (head: string, piece: string, error: string | null): HostileAnswer => ({
  error,
  answer(socket) {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
  },
})

let packed: Buffer | undefined
/** Compressed on first use, which most programs never reach. */
const bomb = (): Buffer => {
  packed ??= gzipSync(Buffer.alloc(BOMB_BYTES))
  return packed
}

export const HOSTILE_ANSWERS = {
  ok: says(answerOf('200 OK'), null),
  created: says(answerOf('201 Created'), null),
  'no content': says('HTTP/1.1 204 No Content\r\n\r\n', null),
  silent: { error: 'timeout', answer: () => undefined },
  'drips the head': drips('HTTP/1.1 200 OK\r\nX-Slow: ', 'x', 'timeout'),
  'head too late': {
    error: 'timeout',
    answer(socket, { lateMs }) {
      const timer = setTimeout(() => socket.write(answerOf('200 OK')), lateMs)
      socket.once('close', () => clearTimeout(timer))
    },
  },
  'endless body': floods('HTTP/1.1 200 OK\r\n\r\n', CHUNK, null),
  'body of 10 GB': floods(`HTTP/1.1 200 OK\r\nContent-Length: ${10 * GIB}\r\n\r\n`, CHUNK, null),
  'body of 10 GB after an error': floods(
    `HTTP/1.1 500 Oh\r\nContent-Length: ${10 * GIB}\r\n\r\n`,
    CHUNK,
    'HTTP 500',
  ),
  'endless chunks': floods(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\nx\r\n'.repeat(8_192),
    null,
  ),
  'gzip bomb': {
    error: null,
    answer(socket) {
      const body = bomb()
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(body)
    },
  },
  'drips the body': drips('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', 'x', null),
  'body never comes': says('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', null),
  'broken body': saysAndEnds('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk', null),
  'flood of informational answers': floods(
    '',
    'HTTP/1.1 102 Processing\r\n\r\n'.repeat(64),
    'response_invalid',
  ),
  '17 informational answers': says(
    'HTTP/1.1 102 Processing\r\n\r\n'.repeat(17) + answerOf('200 OK'),
    'response_invalid',
  ),
  'one informational answer': says(`HTTP/1.1 103 Early Hints\r\n\r\n${answerOf('200 OK')}`, null),
  'switches protocols': floods(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    CHUNK,
    'response_invalid',
  ),
  'redirects 301': redirects('301 Moved Permanently'),
  'redirects 302': redirects('302 Found'),
  'redirects 303': redirects('303 See Other'),
  'redirects 307': redirects('307 Temporary Redirect'),
  'redirects 308': redirects('308 Permanent Redirect'),
  'not found': says(answerOf('404 Not Found'), 'HTTP 404'),
  gone: says(answerOf('410 Gone'), 'HTTP 410'),
  'too many requests': says(answerOf('429 Too Many Requests', 'Retry-After: 86400\r\n'), 'HTTP 429'),
  'an error': says(answerOf('500 Oh'), 'HTTP 500'),
  'an error as HTML': says(answerOf('500 Oh', 'Content-Type: text/html\r\n', HTML), 'HTTP 500'),
  HTML: says(answerOf('200 OK', 'Content-Type: text/html\r\n', HTML), null),
  'an unknown status': says(answerOf('799 Whatever'), 'HTTP 799'),
  reset: { error: 'connection_reset', answer: (_socket, { raw }) => void raw.resetAndDestroy() },
  'closed before the head': { error: 'connection_reset', answer: (socket) => void socket.end() },
  'closed within the head': saysAndEnds('HTTP/1.1 200 OK\r\nContent-Le', 'connection_reset'),
  garbage: saysAndEnds('\x00\x17\xff\xfe garbage \r\n\r\n', 'response_invalid'),
  'another protocol': saysAndEnds('SSH-2.0-OpenSSH_9.0\r\n\r\n', 'response_invalid'),
  'bad status line': saysAndEnds('HTTP/1.1 fine\r\n\r\n', 'response_invalid'),
  'contradictory lengths': saysAndEnds(answerOf('200 OK', 'Content-Length: 5\r\n'), null),
  'repeated length': says(answerOf('200 OK', 'Content-Length: 0\r\n'), null),
  'lines that end with a line feed': says('HTTP/1.1 200 OK\nContent-Length: 0\n\n', null),
  'a blank before a colon': says(answerOf('200 OK', 'Server : x\r\n'), null),
  'a folded header': says(answerOf('200 OK', 'X-Folded: a\r\n b\r\n'), null),
  'an error with a malformed head': says(answerOf('500 Oh', 'Server : x\r\n'), 'HTTP 500'),
  'endless headers': floods('HTTP/1.1 200 OK\r\n', 'X-More: x\r\n'.repeat(1_024), 'response_invalid'),
  'an endless header': floods('HTTP/1.1 200 OK\r\nX-Long: ', CHUNK, 'response_invalid'),
} as const satisfies Readonly<Record<string, HostileAnswer>>
