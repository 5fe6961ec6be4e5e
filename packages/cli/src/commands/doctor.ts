import { findAccount, type PartialAccount } from '../account/account.js'
import type { Context } from '../context.js'
import { type Finding, fault } from '../doctor/finding.js'
import { checkNode, checkSqlite } from '../doctor/machine.js'
import { checkKey, checkSecrets } from '../doctor/secrets.js'
import { checkAccess, checkAddress } from '../doctor/service.js'
import { checkWebhookUrl } from '../doctor/webhook-url.js'
import { EXIT } from '../exit-codes.js'
import { Failure } from '../failure.js'
import { escaped } from '../output.js'
import { spelled } from '../spelling.js'

/** Checks the installation, and says what to do about each fault. */
export async function run(context: Context): Promise<number> {
  let code: number = EXIT.ok
  for await (const finding of findings(context)) {
    print(context, finding)
    if (finding.code !== 'ok') code = EXIT.api
  }
  return code
}

async function* findings(context: Context): AsyncGenerator<Finding> {
  const { input, nodeVersion, cwd, signal } = context
  yield checkNode(nodeVersion)
  yield await checkSqlite(cwd)
  const urls = new Set(input.list('webhook-url'))
  const account = accountOf(context)
  if (account instanceof Failure)
    yield fault('key', account.code, account.message, 'Correct the variables or the profile.')
  else {
    const key = checkKey(account)
    const secrets = checkSecrets(account)
    const address = await checkAddress(account.baseUrl, signal)
    yield* [key, ...(secrets ? [secrets] : []), ...address]
    // Where one of these is wrong, the answer to a signed call says nothing new.
    if (key.code === 'ok' && address.every(({ check, code }) => check !== 'base_url' || code === 'ok')) {
      const { finding, endpoints } = await checkAccess(account, signal)
      yield finding
      for (const { url } of endpoints) urls.add(url)
    }
  }
  for (const url of urls) yield await checkWebhookUrl(url)
}

function accountOf(context: Context): PartialAccount | Failure {
  try {
    return findAccount(context, context.input.text('profile'))
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function print(context: Context, finding: Finding): void {
  const { output } = context
  const { code, message, cure } = finding
  output.result(finding, () =>
    code === 'ok'
      ? `${output.paint('green', 'ok')}  ${escaped(message)}`
      : `${output.paint('red', code)}  ${escaped(message)}\n    ${spelled(context, `${cure}`)}`,
  )
}
