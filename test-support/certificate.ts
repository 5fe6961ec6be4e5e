import { generate } from 'selfsigned'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** A throw-away certificate for this machine under these names: nobody trusts it who is not told to. */
export async function makeCertificate(names: readonly string[] = ['localhost']): Promise<Certificate> {
  const altNames = [
    ...names.map((value) => ({ type: 2 as const, value })),
    { type: 7 as const, ip: '127.0.0.1' },
    { type: 7 as const, ip: '::1' },
  ]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    // The default digest is one that Node refuses.
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { key, cert }
}
