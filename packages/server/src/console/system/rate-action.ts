import { formatExchangeRate, parseExchangeRate } from '../../domain/rates/price.js'
import { confirmRate } from '../../domain/rates/rate-confirmation.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { OperatorAction } from '../access/actions.js'

/** Confirms the rate of a currency as the operator has seen it. */
export const confirmRateAction: OperatorAction = {
  name: 'rates confirm',
  path: '/system/rates/:currency/confirm',
  async ask(tx, visit) {
    const currency = visit.param('currency')
    const stored = await tx.rates.find(currency)
    if (!stored) throw new OperatorError('the source has no rate of this currency')
    const rate = formatExchangeRate(stored.rate)
    const before =
      stored.confirmedRate === null
        ? 'None was confirmed before.'
        : `Last confirmed: ${formatExchangeRate(stored.confirmedRate)} USDT.`
    return {
      visit,
      title: `Confirm ${rate} USDT for one ${currency}?`,
      text: `${before} Compare it with a source that has nothing to do with ${stored.source}. Prices in ${currency} are taken then, and rates within 10 % of it are used without a question.`,
      hidden: { rate },
      submit: { text: 'Confirm', icon: 'check' },
      back: visit.path('/system'),
    }
  },
  async run(tx, context, visit, mandate) {
    const rate = parseExchangeRate(visit.field('rate'))
    if (rate === undefined) throw new OperatorError('the form has no rate')
    await confirmRate(tx, context, { currency: visit.param('currency'), rate }, mandate)
    return { to: visit.path('/system'), done: 'rate-confirmed' }
  },
}
