/** The largest answer that is read, bytes. */
const MAX_BYTES = 8 * 1024 * 1024

/** Reads a body to its end. @throws RangeError beyond 8 MiB, so that an endless answer cannot fill the memory */
export async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body !== null) {
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length
      if (length > MAX_BYTES) throw new RangeError(`the answer is larger than ${MAX_BYTES} bytes`)
      chunks.push(part.value)
    }
  }
  return join(chunks, length)
}

/** Parses JSON; undefined stands for anything that is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
