import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Diagnosis, type DiagnosisCause, diagnose } from '../../src/diagnose/diagnose.node.js'
import { verifySignature } from '../../src/signature.node.js'
import { fixtures } from '../../src/testing/index.node.js'
import { errorOf, headerOf, NOW, OTHER_SECRET, outcome, SECRET, T } from '../support/webhooks.js'

const paid = fixtures['payment.confirmed']
const EVENT = {
  ...paid,
  data: { ...paid.data, metadata: { name: 'Zoë €', url: 'https://shop.example/a?b=1&c' } },
}
const SIGNED = JSON.stringify(EVENT)
const PRETTY = JSON.stringify(EVENT, null, 2)

type Options = Parameters<typeof diagnose>[0]

/** A request, by default signed by SECRET at T over SIGNED. */
function request(planted: Partial<Options>): Options {
  return { body: SIGNED, headers: headerOf(T, SIGNED), secrets: SECRET, receivedAt: NOW, ...planted }
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const escapeUnits = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
/** The output of Python's json.dumps: spaces after commas and colons, and \u escapes. */
const PYTHON = escapeUnits(
  JSON.stringify(EVENT, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2'),
)
/** The output of PHP's json_encode. */
const PHP = escapeUnits(SIGNED).replaceAll('/', '\\/')

/** Each fault, in both directions where it has two. */
const PLANTED: Record<DiagnosisCause, Partial<Options>[]> = {
  newline_at_end: [
    { body: `${SIGNED}\n` },
    { body: `${SIGNED}\r\n` },
    { headers: headerOf(T, `${SIGNED}\n`) },
    { headers: headerOf(T, `${SIGNED}\r\n`) },
  ],
  line_ends: [{ body: PRETTY.replaceAll('\n', '\r\n'), headers: headerOf(T, PRETTY) }],
  json_compacted: [
    { headers: headerOf(T, PRETTY) },
    { headers: headerOf(T, JSON.stringify(EVENT, null, '\t')) },
  ],
  json_spaced: [{ body: PRETTY }, { body: JSON.stringify(EVENT, null, 3) }],
  unicode_escapes: [
    { body: escapeUnits(SIGNED) },
    { body: SIGNED.replace('&', '\\u0026') },
    { headers: headerOf(T, escapeUnits(SIGNED)) },
    { headers: headerOf(T, SIGNED.replace('ë', '\\u00EB').replace('€', '\\u20AC')) },
  ],
  slash_escapes: [{ body: SIGNED.replaceAll('/', '\\/') }],
  byte_order_mark: [{ headers: headerOf(T, `\ufeff${SIGNED}`) }, { body: `\ufeff${SIGNED}` }],
  latin1: [
    { body: utf8(SIGNED).toString('latin1') },
    { body: SIGNED.replace('ë', utf8('ë').toString('latin1')).replace('€', 'â‚¬') }, // as Windows-1252 reads these bytes
    { body: Buffer.from(SIGNED.replace('€', ''), 'latin1'), headers: headerOf(T, SIGNED.replace('€', '')) },
  ],
  secret_space: [
    { secrets: utf8(`${SECRET}\n`) },
    { secrets: `"${SECRET}"` },
    { secrets: `${SECRET.slice(0, 30)}\n  ${SECRET.slice(30)}` },
    { headers: headerOf(T, SIGNED, `${SECRET}\n`) },
    { headers: headerOf(T, SIGNED, `${SECRET}\r\n`) },
  ],
  secret_encoding: [
    { secrets: SECRET.replace('whsec_', '') },
    { headers: headerOf(T, SIGNED, SECRET.replace('whsec_', '')) },
    { headers: headerOf(T, SIGNED, Buffer.from(SECRET.replace('whsec_', ''), 'base64')) },
    { secrets: Buffer.from('R2Fk+/Jb7oYt', 'base64'), headers: headerOf(T, SIGNED, 'whsec_R2Fk+/Jb7oYt') },
    { secrets: Buffer.from('R2Fk-_Jb7oYt', 'base64'), headers: headerOf(T, SIGNED, 'whsec_R2Fk-_Jb7oYt') },
  ],
  other_secret: [
    { secrets: [OTHER_SECRET, SECRET] },
    { secrets: { id: 'a', secret: SECRET, expiresAt: NOW } },
  ],
  timestamp: [
    { headers: headerOf(NOW, SIGNED) },
    { headers: headerOf(T, SIGNED).replace(`t=${T}`, `t=${NOW}`) },
    { receivedAt: NOW + 3_600_000 },
  ],
}
const rows = Object.entries(PLANTED).flatMap(([cause, faults]) =>
  faults.map((fault, index): [string, number, Partial<Options>] => [cause, index + 1, fault]),
)

afterEach(() => vi.unstubAllEnvs())

describe('a planted fault is diagnosed', () => {
  test.each(rows)('a planted fault is diagnosed as %s (%i)', (cause, _, planted) => {
    const diagnosis = diagnose(request(planted))
    expect(diagnosis).toMatchObject({ verdict: 'explained', causes: [cause] })
    expect(diagnosis.fix).toMatch(/\.$/)
  })

  test('a planted fault is diagnosed in every case of which verify says no', () => {
    const verdicts = rows
      .filter(([cause]) => cause !== 'other_secret')
      .map(([, , planted]) => outcome(() => verifySignature(request(planted))))
    expect(new Set(verdicts)).toEqual(
      new Set(['signature_mismatch', 'invalid_secret', 'timestamp_too_old', 'timestamp_too_new']),
    )
  })

  test.each<[string, string, DiagnosisCause[]]>([
    ['Python', PYTHON, ['json_spaced', 'unicode_escapes']],
    ['PHP', PHP, ['unicode_escapes', 'slash_escapes']],
    ['PHP, from a file', `${PHP}\n`, ['newline_at_end', 'unicode_escapes', 'slash_escapes']],
  ])('a planted fault is diagnosed when a library has done several things at once: %s', (_, body, causes) => {
    expect(diagnose(request({ body })).causes).toEqual(causes)
  })

  test('a planted fault is diagnosed when body and secret are both wrong', () => {
    const { causes, secretId } = diagnose(
      request({ body: `${SIGNED}\n`, secrets: [OTHER_SECRET, { id: 'live', secret: SECRET }] }),
    )
    expect(causes).toEqual(['newline_at_end', 'other_secret'])
    expect(secretId).toBe('live')
  })

  test.each<[string, string, Diagnosis['firstDifference']]>([
    ['a byte too many', `${SIGNED}\n`, { offset: utf8(SIGNED).length, received: 10, signed: undefined }],
    ['another byte', PRETTY, { offset: 1, received: 10, signed: 34 }],
    [
      'a byte behind many-byte characters',
      SIGNED.replaceAll('/', '\\/'),
      { offset: utf8(SIGNED).indexOf('/'), received: 92, signed: 47 },
    ],
  ])('a planted fault is diagnosed with the first byte that differs: %s', (_, body, firstDifference) => {
    expect(diagnose(request({ body })).firstDifference).toEqual(firstDifference)
  })
})

describe('diagnose', () => {
  test('says so when the signature matches', () => {
    expect(diagnose(request({}))).toEqual({
      verdict: 'fits',
      causes: [],
      fix: 'Nothing to fix: the signature matches.',
      secretId: 'secret-1',
    })
    for (const receivedAt of [NOW - 300_000, NOW + 300_999])
      expect(diagnose(request({ receivedAt })).verdict).toBe('fits')
    const body = Buffer.from([0xff, 0x80])
    expect(diagnose(request({ body, headers: headerOf(T, body) })).verdict).toBe('fits')
  })

  test.each<[string, Partial<Options>]>([
    ['a forgery', { headers: headerOf(T, SIGNED, OTHER_SECRET) }],
    ['a changed amount', { body: SIGNED.replace('25.00', '26.00') }],
    ['a number written again', { headers: headerOf(T, SIGNED.replace('128', '128.0')) }],
    ['bytes that are no text', { body: Buffer.from([0xff, 0x80, 0x00]) }],
    ['nothing', { body: '' }],
  ])('explains nothing that it cannot prove: %s', (_, planted) => {
    const diagnosis = diagnose(request(planted))
    expect(diagnosis).toMatchObject({ verdict: 'unexplained', causes: [] })
    expect(diagnosis).not.toHaveProperty('secretId')
  })

  test('diagnose suggests a secret without whsec_ where nothing else explains the failure, and never refuses it', () => {
    const fixOf = (secrets: Options['secrets']) =>
      diagnose(request({ secrets, headers: headerOf(T, 'another body') })).fix

    expect(fixOf('another-secret')).toContain('does not begin with whsec_')
    expect(fixOf([{ id: 'new', secret: 'another-secret' }])).toContain('does not begin with whsec_')
    expect(fixOf(OTHER_SECRET)).not.toContain('whsec_')
  })

  test('refuses what cannot be compared as verify does', () => {
    const refusal = (planted: Partial<Options>) => outcome(() => diagnose(request(planted)))
    expect(refusal({ headers: {} })).toBe('missing_header')
    expect(refusal({ headers: `${headerOf(T)};` })).toBe('malformed_header')
    expect(refusal({ body: null })).toBe('raw_body_required')
    expect(refusal({ toleranceSeconds: -1 })).toBe('invalid_option')
    for (const secrets of [undefined, '', []]) expect(refusal({ secrets })).toBe('invalid_secret')
  })

  test('shows no secret, neither as given nor as corrected', () => {
    const shown = rows.map(([, , planted]) => JSON.stringify(diagnose(request(planted)))).join()
    expect(shown).not.toContain(SECRET.replace('whsec_', ''))
  })

  test('does not run in production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const error = errorOf(() => diagnose(request({})))
    expect(error.code).toBe('invalid_option')
    expect(error.message).toContain('production')
  })

  test('runs where there is no process to ask', () => {
    vi.stubGlobal('process', undefined)
    const verdict = outcome(() => diagnose(request({})))
    vi.unstubAllGlobals() // at once: the test runner needs it
    expect(verdict).toBe('ok')
  })

  test('is imported by nothing else of this package', () => {
    const root = new URL('../../src/', import.meta.url)
    const others = readdirSync(root, { encoding: 'utf8', recursive: true }).filter(
      (name) => name.endsWith('.ts') && !name.startsWith('diagnose'),
    )
    expect(others).toContain('verifier/verifier.ts')
    for (const name of others)
      expect(readFileSync(new URL(name, root), 'utf8')).not.toMatch(/from '.*diagnose/)
  })

  test.each<[string, string]>([
    ['deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['quotation marks', '"'.repeat(200_001)],
    ['escaped quotation marks', `"${'\\"'.repeat(100_000)}`],
    ['line ends', '\r\n'.repeat(100_000)],
  ])('is not stalled by %s', (_, body) => {
    const started = process.cpuUsage()
    expect(diagnose(request({ body })).verdict).toBe('unexplained')
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1e6).toBeLessThan(10)
  })
})
