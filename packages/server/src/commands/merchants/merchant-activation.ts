import { type Activated, activateMerchant } from '../../domain/merchants/activation.js'
import type { ApiKey } from '../../domain/merchants/api-key.js'
import type { Args } from '../command.js'
import { jsonLine, printLine, printRows, type Row, timeCell } from '../output.js'
import { changeSecrets, mandateOf } from '../store-access.js'

/** Opens the live environment of a merchant, and prints its new live webhook secret, which is never shown again. */
export async function activate(args: Args): Promise<number> {
  const isRevoking = args.flag('revoke-keys')
  const request = { id: args.requiredOperand('merchant-id'), isRevoking }
  const activated = await changeSecrets((tx, context) =>
    activateMerchant(tx, context, request, mandateOf(args)),
  )
  if (args.isJson) printLine(jsonLine(documentOf(activated, isRevoking)))
  else printActivated(activated, isRevoking)
  return 0
}

function printActivated({ merchant, webhookSecret, liveKeys }: Activated, isRevoking: boolean): void {
  printLine(`${merchant.id} is ${merchant.status}`)
  printLine(
    webhookSecret === undefined
      ? 'it has a live webhook secret already, which is not shown again; the merchant replaces it with POST /v1/merchants/webhook-secret'
      : `live webhook secret, shown once: ${webhookSecret}`,
  )
  if (liveKeys.length === 0) return
  printLine(`live keys from before: ${isRevoking ? 'revoked' : 'they work now'}`)
  printRows(liveKeys.map(rowOf), false)
  if (isRevoking) return
  printLine('if the merchant does not know one of them: merchantpay-server keys revoke <key-id>')
  printLine(`to revoke them all: merchantpay-server merchants activate ${merchant.id} --revoke-keys`)
}

const documentOf = ({ merchant, webhookSecret, liveKeys }: Activated, isRevoking: boolean) => ({
  id: merchant.id,
  status: merchant.status,
  webhook_secret: webhookSecret ?? null,
  live_keys: liveKeys.map((key) => ({ ...rowOf(key), is_active: !isRevoking })),
})

const rowOf = ({ keyId, scopes, createdAt, lastUsedAt, name }: ApiKey): Row => ({
  key_id: keyId,
  scopes: scopes.join(','),
  created_at: timeCell(createdAt),
  last_used_at: timeCell(lastUsedAt),
  name,
})
