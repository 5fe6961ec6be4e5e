import { webhookSecretStore } from '../../account/store-webhook-secret.js'
import type { Context } from '../../context.js'
import { configuration } from '../../failure.js'
import { escaped, masked } from '../../output.js'

/** Shows the webhook secret that is known, or makes a new one. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const account = context.account()
  const secret = input.flag('rotate') ? await rotate(context) : account.webhookSecret
  if (secret === undefined)
    throw configuration(
      'missing_webhook_secret',
      `${account.source} has no webhook secret; --rotate makes a new one`,
    )
  const printed = input.flag('reveal') ? secret : masked(secret)
  output.result({ webhook_secret: printed, source: account.source }, () =>
    escaped(`${printed}  of ${account.source}`),
  )
  return undefined
}

async function rotate(context: Context): Promise<string> {
  const { input, output, signal } = context
  const account = context.account()
  const isStored = account.source !== 'the environment'
  // The service shows it only once.
  if (!isStored && !input.flag('reveal'))
    throw configuration(
      'nowhere_to_store',
      'the key comes from variables, so nothing would keep the new secret: add --reveal',
    )
  const mp = await context.client()
  const store = isStored ? webhookSecretStore(context, account) : undefined
  const { webhook_secret } = await mp.merchants.rotateWebhookSecret({ signal })
  store?.(webhook_secret)
  output.note('both secrets sign for 24 h: give your receiver both, or the new one by then')
  return webhook_secret
}
