import { listAttention } from '../../domain/attention/attention.js'
import { type AttentionItem, isWaiting, shellText } from '../../domain/attention/attention-item.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { processUser } from '../../runtime/process-user.js'
import type { Args } from '../command.js'
import { jsonLine, printLine, type Row, timeCell } from '../output.js'
import { withStore } from '../store-access.js'

/** Lists what waits for a person. @returns 1 when anything does */
export async function attention(args: Args): Promise<number> {
  const items = await withStore(({ store, context }) =>
    store.read((tx) => listAttention(tx, context, processUser())),
  )
  for (const item of items) printLine(args.isJson ? jsonLine(rowOf(item)) : lineOf(item))
  if (items.length === 0 && !args.isJson) printLine('nothing needs attention')
  return items.some(isWaiting) ? 1 : 0
}

const rowOf = (item: AttentionItem): Row => ({
  kind: item.kind,
  subject: item.subject,
  since: timeCell(item.sinceAt),
  amount: item.amount === null ? null : formatUsdt(item.amount),
  text: shellText(item),
  command: item.command,
})

function lineOf(item: AttentionItem): string {
  const { kind, subject, sinceAt, amount, command } = item
  const sum = amount === null ? '' : `  ${formatUsdt(amount)} USDT`
  return `${timeCell(sinceAt)}  ${kind}  ${subject}${sum}  ${shellText(item)}  ->  ${command}`
}
