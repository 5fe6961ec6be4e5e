/**
 * Judges the vectors of webhook signatures with one copy of the package, on any runtime.
 *
 * @param webhooks the package under test
 * @param rows the rows of the vectors
 * @param isSync whether this runtime has the face on node:crypto
 * @returns {Promise<string[]>} a line for each row that is judged wrongly
 */
export async function judgeVectors(webhooks, rows, isSync) {
  const faults = []
  for (const { name, secret, secrets = secret, t, body, header, now, expected } of rows) {
    const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    const options = { body: bytes, headers: header, secrets, receivedAt: now * 1000 }
    const expect = (what, found, wanted) => {
      if (found !== wanted) faults.push(`${name}: ${what} says ${found}, wanted ${wanted}`)
    }
    const awaited = await webhooks.verifyWebhookAsync(options).then(() => 'ok', codeOf)
    expect('verifyWebhookAsync', awaited, expected)
    expect(
      'verifyWebhook',
      outcomeOf(() => webhooks.verifyWebhook(options)),
      isSync ? expected : 'sync_unavailable',
    )
    if (expected !== 'ok' || !secret || !/^t=\d+,v1=\w+$/.test(header)) continue
    const signing = { body: bytes, secrets, timestamp: Number(t) }
    expect('signWebhookAsync', await webhooks.signWebhookAsync(signing), header)
  }
  return faults
}

function outcomeOf(verify) {
  try {
    verify()
    return 'ok'
  } catch (error) {
    return codeOf(error)
  }
}

const codeOf = (error) => error.code ?? String(error)
