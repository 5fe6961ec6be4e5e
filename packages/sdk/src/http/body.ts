const UTF8 = /* @__PURE__ */ new TextDecoder()

/**
 * Reads a body to its end, in one piece where an implementation of `fetch` has no web streams.
 *
 * @throws RangeError beyond `maxBytes`, so that an endless answer cannot fill the memory
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader?.()
  if (!reader) {
    const bytes = await response.arrayBuffer()
    checkLength(bytes.byteLength, maxBytes)
    return UTF8.decode(bytes)
  }
  let decoder: typeof UTF8 | undefined
  let text = ''
  let length = 0
  // Most bodies come in one piece. Each piece is decoded once the next is there, so that a single one needs no state.
  let piece: Uint8Array | undefined
  for (;;) {
    const { value } = await reader.read()
    if (!value) return text + (decoder ?? UTF8).decode(piece)
    length += value.length
    checkLength(length, maxBytes)
    if (piece) {
      decoder ??= new TextDecoder()
      text += decoder.decode(piece, { stream: true })
    }
    piece = value
  }
}

function checkLength(length: number, maxBytes: number): void {
  if (length > maxBytes) throw new RangeError('answer exceeds maxResponseBytes')
}

/** Parses JSON; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
