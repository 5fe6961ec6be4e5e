import { generate } from 'selfsigned'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface CertificateOptions {
  /** The authority that signs it. Self-signed without one. */
  readonly issuer?: Certificate
  readonly validFrom?: Date
  readonly validTo?: Date
}

/** Explicit, because Node refuses the default digest. */
const ALGORITHM = { algorithm: 'sha256', keyType: 'ec' } as const

/** A temporary certificate for this machine under these names. */
export async function makeCertificate(
  names: readonly string[] = ['localhost'],
  options: CertificateOptions = {},
): Promise<Certificate> {
  const addresses = ['127.0.0.1', '::1'].map((ip) => ({ type: 7 as const, ip }))
  return certificateOf([...names.map((value) => ({ type: 2 as const, value })), ...addresses], options)
}

/** A temporary certificate for these names, without the addresses of this machine. */
export const makeNameCertificate = (
  names: readonly string[],
  options: CertificateOptions,
): Promise<Certificate> =>
  certificateOf(
    names.map((value) => ({ type: 2 as const, value })),
    options,
  )

/** A temporary authority that signs certificates. */
export async function makeAuthority(name = 'throw-away authority'): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...ALGORITHM,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  return { key, cert }
}

type AltName = { type: 2; value: string } | { type: 7; ip: string }

async function certificateOf(
  altNames: AltName[],
  { issuer, validFrom, validTo }: CertificateOptions,
): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...ALGORITHM,
    extensions: [{ name: 'subjectAltName', altNames }],
    ...(issuer && { ca: issuer }),
    ...(validFrom && { notBeforeDate: validFrom }),
    ...(validTo && { notAfterDate: validTo }),
  })
  return { key, cert }
}
