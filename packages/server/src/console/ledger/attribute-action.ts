import { type AttributionTarget, attributeTransfer } from '../../domain/payments/attributions.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { choices, field } from '../../ui/fields.js'
import { money, NETWORK_NAMES, shortened } from '../../ui/figures.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'
import { transferNameOf } from './transfer-path.js'

const nameIn = (visit: Visit) =>
  transferNameOf({ environment: visit.environment, param: visit.param('transfer') })

/** Attributes a transfer in suspense to an order, a merchant or the operator. */
export const attributeAction: OperatorAction = {
  name: 'ledger attribute',
  path: '/ledger/attribute/:transfer',
  async ask(tx, visit) {
    const name = nameIn(visit)
    const transfer = await tx.transfers.find(name)
    if (!transfer) throw new OperatorError(`there is no transfer ${visit.param('transfer')}`)
    const to = visit.field('to')
    const choice = (value: string, title: string, text: string) => ({
      value,
      title,
      text,
      isChosen: value === to,
    })
    return {
      visit,
      title: `Attribute ${money(transfer.value)} USDT?`,
      text: `Transfer ${shortened(transfer.txHash)} to ${shortened(transfer.to)} on ${NETWORK_NAMES[transfer.network]}${transfer.isFlagged ? ', flagged by screening' : ''}.`,
      fields: [
        choices('to', 'To', [
          choice('order', 'An order', 'It takes the transfer as if it had come in time'),
          choice('merchant', 'A merchant', 'Its balance gets the whole amount'),
          choice('operator', 'The operator', 'No merchant gets it'),
        ]),
        field({
          name: 'owner',
          label: 'Id of the order or merchant',
          value: visit.field('owner'),
          attributes: { autocomplete: 'off' },
        }),
      ],
      submit: { text: 'Attribute', icon: 'check' },
      back: visit.path('/ledger'),
      ...(transfer.value > 0n && { amount: transfer.value }),
    }
  },
  async run(tx, context, visit, mandate) {
    await attributeTransfer(tx, context, { transfer: nameIn(visit), target: targetOf(visit) }, mandate)
    return { to: visit.path('/ledger'), done: 'attributed' }
  },
}

function targetOf(visit: Visit): AttributionTarget {
  const kind = visit.field('to')
  if (kind === 'operator') return { kind }
  const id = visit.field('owner')
  if ((kind !== 'order' && kind !== 'merchant') || id === '')
    throw new OperatorError('name the order or the merchant')
  return { kind, id }
}
