/** A call that got no usable answer. Its message is our own text: it quotes neither the URL nor the response. */
export class HookError extends Error {
  override readonly name = 'HookError'
}

/** Reads the body of a response with status 200. @throws HookError for any other status, and for more than `maxBytes` */
export async function readHookText(response: Response, maxBytes: number): Promise<string> {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new HookError(`HTTP ${response.status}`)
  }
  return readText(response, maxBytes)
}

/** Reads the body of a response with any status. @throws HookError for more than `maxBytes` */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let left = maxBytes
  for await (const chunk of response.body ?? []) {
    left -= chunk.byteLength
    if (left < 0) throw new HookError('the response is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
