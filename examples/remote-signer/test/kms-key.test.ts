import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KMSClient } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeAddress, recoverAddress, Signature } from 'ethers'
import { expect, it, onTestFinished } from 'vitest'
import { addressOf, signatureOf } from '../key.js'
import { kmsKey } from '../kms-key.js'

const SECRET = Buffer.from('5ca1ab1e'.repeat(8), 'hex')
const ORDER = secp256k1.Point.Fn.ORDER
const KEY_ID = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd'
const publicKey = Buffer.from(secp256k1.getPublicKey(SECRET, false))

/** The public key as KMS returns it: SubjectPublicKeyInfo. */
function spki(): string {
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((word) => word.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'secp256k1', x: x ?? '', y: y ?? '' }
  return createPublicKey({ key: jwk, format: 'jwk' })
    .export({ format: 'der', type: 'spki' })
    .toString('base64')
}

/** A KMS on loopback with one key, whose signatures have the higher of the two values of s where asked for. */
async function startKms({ isHigh = false } = {}) {
  const calls: { readonly target: string; readonly input: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const input = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
    const target = String(request.headers['x-amz-target'])
    calls.push({ target, input })
    const answer = target.endsWith('.Sign') ? { Signature: sign(input.Message ?? '') } : { PublicKey: spki() }
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer))
  })
  function sign(message: string): string {
    const made = secp256k1.sign(Buffer.from(message, 'base64'), SECRET, { prehash: false })
    const { r, s } = secp256k1.Signature.fromBytes(made)
    const signature = new secp256k1.Signature(r, isHigh ? ORDER - s : s)
    return Buffer.from(signature.toBytes('der')).toString('base64')
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = new KMSClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  return { key: kmsKey(client, KEY_ID), calls }
}

it('a key in KMS has its address, read once', async () => {
  const { key, calls } = await startKms()
  expect(addressOf('ERC20', await key.publicKey())).toBe(computeAddress(`0x${SECRET.toString('hex')}`))
  expect(addressOf('TRC20', await key.publicKey())).toMatch(/^T/)
  expect(calls).toEqual([{ target: 'TrentService.GetPublicKey', input: { KeyId: KEY_ID } }])
})

it.each([false, true])(
  'a signature of KMS has the lower s, and its v; higher s in KMS: %s',
  async (isHigh) => {
    const { key, calls } = await startKms({ isHigh })
    for (const byte of [1, 2, 3, 4]) {
      const hash = Buffer.alloc(32, byte)
      const signature = await signatureOf(key, hash)
      expect(recoverAddress(hash, signature)).toBe(computeAddress(`0x${SECRET.toString('hex')}`))
      expect(BigInt(Signature.from(signature).s) <= ORDER / 2n).toBe(true)
    }
    expect(calls.find(({ target }) => target === 'TrentService.Sign')?.input).toEqual({
      KeyId: KEY_ID,
      Message: Buffer.alloc(32, 1).toString('base64'),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    })
  },
)
