import { createPublicKey } from 'node:crypto'
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { SigningKey } from './key.js'

/**
 * A key of AWS KMS: asymmetric, of the kind ECC_SECG_P256K1, for SIGN_VERIFY. The role of this process needs `kms:GetPublicKey`
 * and `kms:Sign` for it, and nothing else.
 */
export function kmsKey(client: KMSClient, keyId: string): SigningKey {
  let known: Promise<Uint8Array> | undefined

  async function read(): Promise<Uint8Array> {
    const { PublicKey: der = new Uint8Array() } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }))
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    const { crv, x = '', y = '' } = key.export({ format: 'jwk' })
    if (crv !== 'secp256k1') throw new Error(`the key in KMS is of ${crv}, not of secp256k1`)
    return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  }

  return {
    publicKey() {
      known ??= read().catch((error: unknown) => {
        known = undefined
        throw error
      })
      return known
    },
    async sign(hash) {
      const { Signature: der = new Uint8Array() } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: hash,
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      )
      return secp256k1.Signature.fromBytes(der, 'der')
    },
  }
}
