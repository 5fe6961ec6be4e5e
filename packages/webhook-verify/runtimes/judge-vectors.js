/**
 * Verifies the vectors of webhook signatures with one copy of the package, on any runtime.
 *
 * @param webhooks the package under test
 * @param rows the rows of the vectors
 * @param isSync whether this runtime gets the build on node:crypto
 * @returns {Promise<string[]>} a line for each wrong result
 */
export async function judgeVectors(webhooks, rows, isSync) {
  const faults = []
  for (const { name, secret, secrets = secret, t, body, header, now, expected } of rows) {
    const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    const expect = (what, found, wanted) => {
      if (found !== wanted) faults.push(`${name}: ${what} says ${found}, wanted ${wanted}`)
    }
    const verifier = webhooks.createVerifier({ secrets, clock: () => now * 1000 })
    expect('verifyAsync', await verifier.verifyAsync(bytes, header).then(() => 'ok', codeOf), expected)
    if (isSync)
      expect(
        'verify',
        outcomeOf(() => verifier.verify(bytes, header)),
        expected,
      )
    else expect('verify', typeof verifier.verify, 'undefined')
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
