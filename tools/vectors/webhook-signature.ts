/**
 * Vectors of the webhook signature `t=…,v1=…`: a header, the signed text, the receiver's clock, and the verdict of
 * a full verification. Order of the checks: header, MAC, time, payload; in the header the first fault from the left.
 */
import { mismatches, payloads } from './webhook-bodies.js'
import {
  base64Secret,
  type Case,
  foreignSecret,
  honest,
  mac,
  olderSecret,
  type Signatures,
  secret,
  signedAt,
  t,
  unusedSecret,
} from './webhook-case.js'

interface Row {
  name: string
  secret?: string
  secrets?: string[]
  t: string
  body: string
  header: string
  now: number
  expected: string
}
function row({
  name,
  header,
  expected,
  secrets = [secret],
  t: at = t,
  body = honest,
  now = signedAt,
}: Case): Row {
  const [only, ...more] = secrets
  const keys = only !== undefined && more.length === 0 ? { secret: only } : { secrets }
  return { name, ...keys, t: at, body: Buffer.from(body).toString('base64'), header, now, expected }
}

export async function webhookSignatureVectors(): Promise<Row[]> {
  const right = await mac()
  const older = await mac(honest, olderSecret)
  const wrong = await mac(honest, foreignSecret)
  const inBase64 = await mac(honest, base64Secret)
  const decoded = await mac(honest, Buffer.from(base64Secret.slice('whsec_'.length), 'base64'))
  const signatures = { right, older, wrong }
  return [
    ...accepted(signatures),
    spelledInBase64('a secret in standard base64', inBase64, 'ok'),
    spelledInBase64('a secret in standard base64, decoded', decoded, 'signature_mismatch'),
    ...(await timestamps(signatures)),
    ...(await malformed(signatures)),
    ...counted(signatures),
    ...(await mismatches(signatures)),
    ...(await payloads()),
  ].map(row)
}

function accepted({ right, older, wrong }: Signatures): Case[] {
  const ok = (name: string, header: string, secrets?: string[]): Case => ({
    name,
    header,
    expected: 'ok',
    ...(secrets && { secrets }),
  })
  return [
    ok('one signature', `t=${t},v1=${right}`),
    ok('v1 before t', `v1=${right},t=${t}`),
    ok('two v1, the right one first', `t=${t},v1=${right},v1=${wrong}`),
    ok('two v1, the right one last', `t=${t},v1=${wrong},v1=${right}`),
    ok('the right v1 twice', `t=${t},v1=${right},v1=${right}`),
    ok('t between two v1', `v1=${wrong},t=${t},v1=${right}`),
    ok('sixteen v1, the right one last', `t=${t}${`,v1=${wrong}`.repeat(15)},v1=${right}`),
    ok('rotation, receiver with both secrets', `t=${t},v1=${right},v1=${older}`, [secret, olderSecret]),
    ok('rotation, receiver with the new secret only', `t=${t},v1=${right},v1=${older}`),
    ok('rotation, receiver with the old secret only', `t=${t},v1=${right},v1=${older}`, [olderSecret]),
    ok('the first of two secrets', `t=${t},v1=${right}`, [secret, olderSecret]),
    ok('the second of two secrets', `t=${t},v1=${right}`, [olderSecret, secret]),
    ok('the last of three secrets', `t=${t},v1=${wrong},v1=${right}`, [olderSecret, unusedSecret, secret]),
    ok('a wrong v0 beside the right v1', `t=${t},v0=${wrong},v1=${right}`),
    ok('unknown schemes on both sides', `v2=abc,t=${t},v1=${right},x_1=~!`),
    ok('an unknown scheme whose value holds an equals sign', `t=${t},v0=a=b==,v1=${right}`),
    ok('spaces round the comma', `t=${t} , v1=${right}`),
    ok('tabs round the comma', `t=${t}\t,\tv1=${right}`),
    ok('white space at both ends', ` \tt=${t},v1=${right}\t `),
    ok('a header of 4096 characters', pad(`t=${t},v1=${right}`, 4_096)),
  ]
}

const spelledInBase64 = (name: string, v1: string, expected: string): Case => ({
  name,
  header: `t=${t},v1=${v1}`,
  secrets: [base64Secret],
  expected,
})

/** Lengthens a header by an unknown scheme. */
const pad = (header: string, length: number) => `${header},x=${'p'.repeat(length - header.length - 3)}`

async function timestamps({ right, wrong }: Signatures): Promise<Case[]> {
  const header = `t=${t},v1=${right}`
  const signedText = async (name: string, at: string, now: number, expected: string): Promise<Case> => ({
    name,
    t: at,
    now,
    header: `t=${at},v1=${await mac(honest, secret, at)}`,
    expected,
  })
  return [
    { name: '300 seconds old', header, now: signedAt + 300, expected: 'ok' },
    { name: '301 seconds old', header, now: signedAt + 301, expected: 'timestamp_too_old' },
    { name: '300 seconds ahead', header, now: signedAt - 300, expected: 'ok' },
    { name: '301 seconds ahead', header, now: signedAt - 301, expected: 'timestamp_too_new' },
    { name: 'a year old', header, now: signedAt + 31_536_000, expected: 'timestamp_too_old' },
    {
      name: 'old and forged',
      header: `t=${t},v1=${wrong}`,
      now: signedAt + 301,
      expected: 'signature_mismatch',
    },
    {
      name: 'ahead and forged',
      header: `t=${t},v1=${wrong}`,
      now: signedAt - 301,
      expected: 'signature_mismatch',
    },
    await signedText('t of zero', '0', 0, 'ok'),
    await signedText('t of one digit', '7', 7, 'ok'),
    await signedText('t in milliseconds', `${t}000`, signedAt, 'timestamp_too_new'),
    await signedText('t of fifteen digits', '999999999999999', signedAt, 'timestamp_too_new'),
    await signedText('t of sixteen digits', '1000000000000000', signedAt, 'malformed_header'),
    await signedText('t empty', '', signedAt, 'malformed_header'),
    await signedText('t with a leading zero', `0${t}`, signedAt, 'malformed_header'),
    await signedText('t of two zeros', '00', 0, 'malformed_header'),
    await signedText('t negative', `-${t}`, signedAt, 'malformed_header'),
    await signedText('t with a plus sign', `+${t}`, signedAt, 'malformed_header'),
    await signedText('t with a fraction', `${t}.5`, signedAt, 'malformed_header'),
    await signedText('t with an exponent', '1e9', 1_000_000_000, 'malformed_header'),
    await signedText('t in hexadecimal', '0x6955b900', signedAt, 'malformed_header'),
    await signedText('t not a number', 'NaN', signedAt, 'malformed_header'),
    await signedText('t with letters after it', `${t}abc`, signedAt, 'malformed_header'),
    await signedText('t in full-width digits', '１７６７２２５６００', signedAt, 'malformed_header'),
    {
      name: 't changed after signing',
      header: `t=${signedAt + 1},v1=${right}`,
      expected: 'signature_mismatch',
    },
  ]
}

async function malformed({ right }: Signatures): Promise<Case[]> {
  const refused = (name: string, header: string, expected = 'malformed_header'): Case => ({
    name,
    header,
    expected,
  })
  return [
    refused('an empty header', '', 'missing_header'),
    refused('a header of one space', ' ', 'missing_header'),
    refused('a header of tabs and spaces', '\t \t', 'missing_header'),
    refused('a header of 4097 characters', pad(`t=${t},v1=${right}`, 4_097), 'header_too_large'),
    refused('no t', `v1=${right}`),
    refused('neither t nor v1', `v0=${right}`),
    refused('t twice, equal', `t=${t},t=${t},v1=${right}`, 'duplicate_timestamp'),
    refused('t twice, different', `t=${t},v1=${right},t=${signedAt + 1}`, 'duplicate_timestamp'),
    refused('two whole headers joined', `t=${t},v1=${right}, t=${t},v1=${right}`, 'duplicate_timestamp'),
    refused('t twice before an empty item', `t=${t},t=${t},,v1=${right}`, 'duplicate_timestamp'),
    refused('an empty item before t twice', `,t=${t},t=${t},v1=${right}`),
    refused('v1 of 63 digits', `t=${t},v1=${right.slice(1)}`),
    refused('v1 of 65 digits', `t=${t},v1=${right}0`),
    refused('v1 in upper case', `t=${t},v1=${right.toUpperCase()}`),
    refused('v1 with a g', `t=${t},v1=g${right.slice(1)}`),
    refused('v1 empty', `t=${t},v1=`),
    refused('v1 with a full-width digit', `t=${t},v1=${right.slice(1)}０`),
    refused('a short v1 beside the right one', `t=${t},v1=${right},v1=abc`),
    refused('v1 with a space inside', `t=${t},v1=${right.slice(0, 32)} ${right.slice(32)}`),
    refused('a comma at the end', `t=${t},v1=${right},`),
    refused('a comma at the start', `,t=${t},v1=${right}`),
    refused('two commas', `t=${t},,v1=${right}`),
    refused('nothing but a comma', ','),
    refused('T in upper case', `T=${t},v1=${right}`),
    refused('V1 in upper case', `t=${t},V1=${right}`),
    refused('a space before the equals sign', `t=${t},v1 =${right}`),
    refused('a space after the equals sign', `t= ${t},v1=${right}`),
    refused('an item without an equals sign', `t=${t},v1=${right},v0`),
    refused('an item without a key', `t=${t},v1=${right},=x`),
    refused('an unknown scheme without a value', `t=${t},v1=${right},v0=`),
    refused('a semicolon for the comma', `t=${t};v1=${right}`),
    refused('a line feed inside', `t=${t},\nv1=${right}`),
    refused('CR and LF at the end', `t=${t},v1=${right}\r\n`),
    refused('a NUL inside', `t=${t},v0=a\0b,v1=${right}`),
    refused('a no-break space before the comma', `t=${t}\u00a0,v1=${right}`),
    refused('a letter outside ASCII', `t=${t},v0=é,v1=${right}`),
    refused('quotes round the value', `t="${t}",v1=${right}`),
  ]
}

function counted({ right, wrong }: Signatures): Case[] {
  return [
    { name: 'no v1', header: `t=${t}`, expected: 'no_signature' },
    { name: 'only v0, right by our scheme', header: `t=${t},v0=${right}`, expected: 'no_signature' },
    { name: 'only v0 and v2', header: `t=${t},v0=${right},v2=${right}`, expected: 'no_signature' },
    { name: 'only v1a', header: `t=${t},v1a=${right}`, expected: 'no_signature' },
    {
      name: 'seventeen v1, all right',
      header: `t=${t}${`,v1=${right}`.repeat(17)}`,
      expected: 'too_many_signatures',
    },
    {
      name: 'seventeen v1 before an empty item',
      header: `t=${t}${`,v1=${wrong}`.repeat(17)},`,
      expected: 'too_many_signatures',
    },
    {
      name: 'seventeen v1 without t',
      header: `v1=${right}${`,v1=${right}`.repeat(16)}`,
      expected: 'too_many_signatures',
    },
  ]
}
