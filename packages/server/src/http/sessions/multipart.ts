import { DomainError } from '../../domain/shared/errors.js'

const MAX_PARTS = 50
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i
const NAME = /;\s*name="([^"]*)"/i
const HEAD_END = '\r\n\r\n'

/** A form that was sent as `multipart/form-data`. */
export interface MultipartForm {
  readonly fields: URLSearchParams
  /** The first file; undefined where the form has none, or none was chosen. */
  readonly file: Buffer | undefined
}

/**
 * Reads a form with a file. Names and types of files are not read: both are what their sender says.
 *
 * @throws unsupported_media_type for bytes that are no such form
 */
export function parseMultipart(contentType: string, body: Buffer): MultipartForm {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new DomainError('unsupported_media_type')
  const fields = new URLSearchParams()
  let file: Buffer | undefined
  for (const part of partsOf(body, Buffer.from(`--${boundary}`))) {
    const end = part.indexOf(HEAD_END)
    if (end < 0) throw new DomainError('unsupported_media_type')
    const head = part.toString('utf8', 0, end)
    const [, name] = NAME.exec(head) ?? []
    const content = part.subarray(end + HEAD_END.length)
    if (name === undefined) throw new DomainError('unsupported_media_type')
    if (!/;\s*filename=/i.test(head)) fields.append(name, content.toString('utf8'))
    else if (content.byteLength > 0) file ??= content
  }
  return { fields, file }
}

/** Returns what stands between the delimiters, without the line ends that belong to them. */
function partsOf(body: Buffer, delimiter: Buffer): Buffer[] {
  const parts: Buffer[] = []
  const between = Buffer.concat([Buffer.from('\r\n'), delimiter])
  if (body.indexOf(delimiter) !== 0) throw new DomainError('unsupported_media_type')
  let at = delimiter.byteLength
  while (body.toString('latin1', at, at + 2) === '\r\n') {
    const end = body.indexOf(between, at)
    if (end < 0 || parts.length === MAX_PARTS) throw new DomainError('unsupported_media_type')
    parts.push(body.subarray(at + 2, end))
    at = end + between.byteLength
  }
  return parts
}
