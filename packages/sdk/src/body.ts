/** Reads a body to its end. @throws RangeError beyond `maxBytes`, so that an endless answer cannot fill the memory */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let length = 0
  for (;;) {
    const part = await reader?.read()
    if (!part?.value) return text + decoder.decode()
    length += part.value.length
    if (length > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`)
    text += decoder.decode(part.value, { stream: true })
  }
}

/** Parses JSON; undefined stands for anything that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
