/** Renders docs/verifier-comparison.md from the results of the verifiers. */
import { readFileSync } from 'node:fs'
import { alterations, CASES, NOW } from './cases.js'
import { VERIFIERS, type Verdict, type Verifier } from './verifiers.js'

/** The fields of a vector of the contract that are used here. */
interface Vector {
  name: string
  secret?: string
  secrets?: string[]
  body: string
  header: string
  now: number
  expected: string
}

const VECTORS: Vector[] = JSON.parse(
  readFileSync(new URL('../../../../openapi/vectors/webhook-signature.json', import.meta.url), 'utf8'),
)

/** Pins the versions of the other packages. */
const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The whole page. It depends on the results alone, so that it changes when a verifier does. */
export async function renderComparison(): Promise<string> {
  const [cases, altered, vectors] = [await compareCases(), await compareAlterations(), await compareVectors()]
  return `# Webhook verifiers compared

Written by \`npm run comparison -w packages/webhook-verify\` from the results of these versions; a test fails when it is stale.

${table(['Package', 'Version', 'Signed bytes'], VERIFIERS.map(describeVerifier))}

Each package checks signature and age and does not parse the body: this package by \`verifySignature\`, stripe by
\`webhooks.signature.verifyHeader\`, standardwebhooks with \`jsonParse: false\`. tern and svix have no such call and parse
the body as well. octokit takes only text, so the body is decoded for it, as its users must do.

A delivery is signed in each package's own scheme over the bytes that are sent, so that no package is judged by the wire
format of another. "–" means that the scheme has no such thing, "throws" an error that is not the package's refusal and that
a receiver answers with 500. Wrong results are in bold; where the receiver's own code is at fault, any error is right.

## Deliveries

${cases}

## One change somewhere in the body

${altered}

A verifier that decodes the body before it checks the signature cannot tell apart two bodies that decode to the same text.

## The contract's vectors

The packages with the same scheme, and all ${VECTORS.length} headers of \`openapi/vectors/webhook-signature.json\`. Only the
signature is judged, not the body. A header that is parsed more loosely than the contract requires is no forgery: most of
these rows show where two parsers of one header could disagree.

${vectors}
`
}

function describeVerifier({ name, hasOurScheme, hasTimestamp }: Verifier): string[] {
  const signed = hasTimestamp
    ? 'id, time and body'
    : 'the body alone: a captured delivery stays good for ever'
  return [`\`${name}\``, versionOf(name), hasOurScheme ? 'time and body' : signed]
}

async function compareCases(): Promise<string> {
  const rows: string[][] = []
  for (const { name, isHonest, isMisuse, delivery, applies = () => true } of CASES) {
    const cells: string[] = []
    for (const verifier of VERIFIERS) {
      const isAsked = applies(verifier) && (verifier.hasTimestamp || delivery.signedAt === NOW)
      const verdict = isAsked && (await at(NOW, () => verifier.judge(delivery)))
      if (!verdict) cells.push('–')
      else cells.push(isMisuse && verdict !== 'accepts' ? verdict : cell(verdict, isHonest))
    }
    rows.push([name, isHonest ? 'accepts' : 'refuses', ...cells])
  }
  return table(['Delivery', 'Right', ...VERIFIERS.map(({ name }) => `\`${name}\``)], rows)
}

async function compareAlterations(): Promise<string> {
  const deliveries = [...alterations()]
  const rows: string[][] = []
  for (const verifier of VERIFIERS) {
    let taken = 0
    for (const delivery of deliveries)
      if ((await at(NOW, () => verifier.judge(delivery))) === 'accepts') taken += 1
    rows.push([`\`${verifier.name}\``, taken === 0 ? '0' : `**${taken}**`, `${deliveries.length}`])
  }
  return table(['Package', 'Accepted', 'Of altered bodies'], rows)
}

async function compareVectors(): Promise<string> {
  const ofOurScheme = VERIFIERS.filter(({ hasOurScheme }) => hasOurScheme)
  const wrong: string[][] = []
  const right = new Map(ofOurScheme.map((verifier) => [verifier, 0]))
  for (const vector of VECTORS) {
    const isHonest = vector.expected === 'ok' || vector.expected === 'invalid_payload'
    const verdicts: Verdict[] = []
    for (const verifier of ofOurScheme) {
      const verdict = await judgeVector(verifier, vector)
      verdicts.push(verdict)
      if (isRight(verdict, isHonest)) right.set(verifier, (right.get(verifier) ?? 0) + 1)
    }
    if (verdicts.every((verdict) => isRight(verdict, isHonest))) continue
    wrong.push([vector.name, isHonest ? 'accepts' : 'refuses', ...verdicts.map((one) => cell(one, isHonest))])
  }
  const totals = [
    '**right**',
    `${VECTORS.length}`,
    ...ofOurScheme.map((verifier) => `${right.get(verifier)}`),
  ]
  return table(['Header', 'Right', ...ofOurScheme.map(({ name }) => `\`${name}\``)], [totals, ...wrong])
}

/** A verifier that takes one secret is called once for each, as during a rotation. */
async function judgeVector(verifier: Verifier, vector: Vector): Promise<Verdict> {
  const body = Buffer.from(vector.body, 'base64')
  let verdict: Verdict = 'refuses'
  for (const secret of vector.secrets ?? [vector.secret ?? '']) {
    verdict = await at(vector.now, () => verifier.judgeHeader(body, vector.header, secret))
    if (verdict === 'accepts') break
  }
  return verdict
}

/** Not every verifier takes the time as an argument, so the clock is set for all. */
async function at<Result>(seconds: number, run: () => Promise<Result>): Promise<Result> {
  const { now } = Date
  Date.now = () => seconds * 1000
  try {
    return await run()
  } finally {
    Date.now = now
  }
}

function isRight(verdict: Verdict, isHonest: boolean): boolean {
  return verdict === (isHonest ? 'accepts' : 'refuses')
}

function cell(verdict: Verdict, isHonest: boolean): string {
  return isRight(verdict, isHonest) ? verdict : `**${verdict}**`
}

function versionOf(name: string): string {
  return devDependencies[name] ?? 'this one'
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
