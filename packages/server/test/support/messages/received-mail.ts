/** A mail as its server took it. */
export interface ReceivedMail {
  readonly to: readonly string[]
  /** The names of all headers, in small letters. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly source: string
}

/** Reads a mail with the parts that this project sends: plain text and HTML. */
export function readMail(source: string, to: readonly string[]): ReceivedMail {
  const { headers, body } = partOf(source)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const parts = body.split(`--${boundary}`).map((part) => partOf(part.replace(/^\r\n/, '')))
  const textOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type))
    return part
      ? decoded(part.body, part.headers.get('content-transfer-encoding') ?? '')
          .replaceAll('\r\n', '\n')
          .trimEnd()
      : ''
  }
  const subject = decodedWords(headers.get('subject') ?? '')
  return { to, headers, subject, text: textOf('text/plain'), html: textOf('text/html'), source }
}

function partOf(text: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return quotedPrintable(body.replace(/=\r\n/g, ''))
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Reads the encoded words of a header. */
export const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
