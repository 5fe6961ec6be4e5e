/** The largest answer that is read, bytes. */
const MAX_BYTES = 8 * 1024 * 1024

/** Reads a body to its end. @throws RangeError beyond 8 MiB, so that an endless answer cannot fill the memory */
export async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let length = 0
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length
    if (length > MAX_BYTES) throw new RangeError(`the answer is larger than ${MAX_BYTES} bytes`)
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Parses JSON; undefined stands for anything that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
