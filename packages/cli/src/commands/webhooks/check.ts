import { findAccount } from '../../account/account.js'
import type { Context } from '../../context.js'
import { EXIT } from '../../exit-codes.js'
import { configuration, usage } from '../../failure.js'
import { escaped } from '../../output.js'
import { checkReceiver, type ProbeResult } from '../../receiver-check/check-receiver.js'
import { FRAMEWORKS } from '../../receiver-check/frameworks.js'
import { PROBES } from '../../receiver-check/probes.js'

/** Sends the probes and says what is wrong. @returns 1 when the receiver failed one */
export async function run(context: Context): Promise<number> {
  const { input, output, signal } = context
  const url = urlOf(input.requiredOperand('url'))
  const { webhookSecret: secret } = findAccount(context, input.text('profile'))
  if (secret === undefined)
    throw configuration('missing_webhook_secret', 'set WEBHOOK_SECRET to the webhook secret of the receiver')
  const framework = FRAMEWORKS.find((name) => name === input.text('framework'))
  const told = new Set<string>()
  const results: ProbeResult[] = []
  const isHandledOnce = input.flag('handled-once')
  for await (const result of checkReceiver({ url, secret, framework, isHandledOnce, signal })) {
    results.push(result)
    output.result(result, () => textOf(context, result, told))
  }
  const isGood = results.length === PROBES.length && results.every(({ ok }) => ok)
  output.note(verdictOf(results), isGood ? 'green' : 'red')
  return isGood ? EXIT.ok : EXIT.api
}

function verdictOf(results: readonly ProbeResult[]): string {
  const unsent = PROBES.length - results.length
  if (unsent === 0) return `${results.filter(({ ok }) => ok).length} of ${PROBES.length} probes passed`
  const isSilent = results.at(-1)?.status === undefined
  const reason = isSilent ? 'the receiver does not answer' : 'the URL does not lead to a receiver'
  return `${reason}, so ${unsent} of ${PROBES.length} probes were not sent`
}

function urlOf(text: string): URL {
  try {
    const url = new URL(text)
    if (['http:', 'https:'].includes(url.protocol)) return url
  } catch {
    // Named below, as any other scheme is.
  }
  throw usage('the URL begins with http:// or https://, such as http://localhost:3000/webhooks')
}

/** @param told the faults whose cures were printed before */
function textOf({ output }: Context, result: ProbeResult, told: Set<string>): string {
  const { probe, does, ok, status, ms, finding } = result
  const mark = output.paint(ok ? 'green' : 'red', ok ? 'ok    ' : 'FAILED')
  const line = `${mark}  ${probe.padEnd(9)}${does}: ${status ?? 'no answer'}  ${ms} ms`
  if (!finding) return line
  const cures = told.has(finding.code) ? [] : finding.cures
  told.add(finding.code)
  return [line, `        ${escaped(finding.problem)}`, ...cures.map((cure) => `        - ${cure}`)].join('\n')
}
