import { expect, it } from 'vitest'
import { type Provider, useProvider } from '../support/journeys/provider.js'
import type { Visitor } from '../support/journeys/visitor.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const TIMEOUT_MS = 120_000
const DAY_MS = 24 * 3_600_000
const REASON = 'Reason, kept in the audit log'
const shared = useProvider({ MERCHANTPAY_APPROVAL_BY_TWO_ABOVE: '500' })

/** The people of a shop, its provider and its customers. Finance has a keyboard alone, and runs no script. */
async function open(provider: Provider) {
  const { merchantId } = await provider.harness.register()
  const operators = [await provider.operator('ines', 'finance'), await provider.operator('otto', 'finance')]
  for (const operator of operators) {
    await operator.follow('Operators')
    await operator.press('Add a passkey')
  }
  return {
    provider,
    owner: await provider.person(merchantId, 'owner', 'Lena'),
    cashier: await provider.person(merchantId, 'cashier', 'Carla'),
    finance: await provider.person(merchantId, 'finance', 'Omar', {
      hasKeyboardAlone: true,
      javaScriptEnabled: false,
    }),
    customer: await provider.visitor('customer@home.example'),
    operators,
  }
}
type Shop = Awaited<ReturnType<typeof open>>

it(
  'a shop day: brand, link, till, refunds, withdrawal, two approvals, stopped payouts, and a month that adds up',
  async () => {
    const shop = await open(shared.provider)
    await changeBrand(shop)
    await sellByLink(shop)
    await sellAtTill(shop)
    await refundHalf(shop)
    await refundAll(shop)
    await withdraw(shop)
    await approveTwice(shop)
    await stopPayouts(shop)
    await compareMonth(shop)
  },
  TIMEOUT_MS,
)

async function changeBrand({ owner }: Shop): Promise<void> {
  await owner.follow('Brand')
  await owner.fill('Name', 'Nordlicht Books')
  await owner.fill('Colour', '#1a5fb4')
  await owner.press('Save')
  await owner.read('Saved. Payers see it with their next page.')
}

/** Two customers pay one link. Its display at the counter turns green for each of them. */
async function sellByLink({ provider, finance, cashier, customer }: Shop): Promise<void> {
  await finance.follow('New link')
  await finance.fill('For', 'Reading chair')
  await finance.fill('Amount', '900')
  await finance.choose('Many times')
  await finance.press('Create link')
  await cashier.follow('Links')
  await cashier.followRow('Reading chair')
  const link = await cashier.page.locator('#link').innerText()
  await cashier.follow('Counter')
  for (const n of [1, 2]) {
    await customer.page.context().clearCookies()
    await customer.open(link)
    expect([n, await customer.text()]).toEqual([n, expect.stringContaining('Nordlicht Books')])
    await customer.press(/^Pay on Tron/)
    await customer.press(/^Pay PAID/)
    await provider.confirm()
    await cashier.see('Paid')
    expect(await cashier.text()).toContain('900.00 USDT')
    await cashier.follow('Next customer')
    await cashier.see('Waiting for payment')
  }
}

/** A customer pays at the till, whose sound stays off, and which follows an order only while it is shown. */
async function sellAtTill({ provider, cashier, customer }: Shop): Promise<void> {
  await cashier.follow('Reading chair')
  await cashier.follow('Orders')
  await cashier.follow('Counter')
  await cashier.fill('Amount', '23.14')
  await cashier.press('Show to the customer')
  await cashier.press('Sound')
  const till = cashier.page.url()
  await cashier.follow(/^ord_/)
  const checkout = await cashier.page.getByRole('link', { name: 'Checkout page' }).getAttribute('href')
  await cashier.open(till)
  expect(await cashier.page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('false')
  await setHidden(cashier, true)
  expect(await cashier.page.evaluate('stream.readyState')).toBe(2)
  await setHidden(cashier, false)
  expect(await cashier.page.evaluate('stream.readyState')).toBeLessThan(2)
  const bar = 'getComputedStyle(document.querySelector("progress")).color'
  expect(await cashier.page.evaluate(bar)).toBe('rgb(26, 95, 180)')
  await customer.open(`${checkout}`)
  expect(await customer.page.locator('header').innerText()).toContain('Nordlicht Books')
  const accent = 'getComputedStyle(document.querySelector(".button.primary")).backgroundColor'
  expect(await customer.page.evaluate(accent)).toBe('rgb(26, 95, 180)')
  await customer.press(/^Pay PAID/)
  await provider.confirm()
  await cashier.see('Paid')
  expect(await cashier.page.locator('.paid .sum').innerText()).toContain('23.14')
  expect(await cashier.page.locator('#live').textContent()).toBe('Paid')
  await cashier.follow('Next customer')
  await cashier.see('Counter')
}

const setHidden = ({ page }: Visitor, isHidden: boolean): Promise<unknown> =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
  )

async function refundHalf({ finance }: Shop): Promise<void> {
  await finance.follow('Orders')
  await finance.followRow('Reading chair')
  expect(await finance.text()).toContain('At most 900.00 USDT can go back.')
  await finance.follow('Refund')
  await finance.choose('Another amount')
  await finance.fill('Amount', '600')
  await finance.press('Review refund')
  expect(await finance.text()).toContain('A person at your provider looks at it first.')
  await finance.follow('Change')
  await finance.fill('Amount', '450')
  await finance.press('Review refund')
  const review = await finance.see('Review refund')
  expect(review).toContain('Where the payment came from')
  expect(review).not.toContain('A person at your provider')
  await finance.choose(/I compared/)
  await finance.press('Refund 450.00 USDT')
  expect(await finance.text()).toContain('The refund is created.')
  expect(await finance.text()).toContain('At most 450.00 USDT can go back.')
}

/** The payer gets everything back, and the fee is at the cost of the shop. */
async function refundAll({ provider, finance }: Shop): Promise<void> {
  await finance.follow('Orders')
  await finance.followRow('23.14')
  await finance.follow('Refund')
  await finance.choose('All that was paid')
  await finance.press('Review refund')
  expect(await finance.text()).toMatch(/Fee on the order, 1 %, returned to the payer\s+0.2314/)
  await finance.choose(/I compared/)
  await finance.press('Refund 23.14 USDT')
  expect(await finance.isOffered('Refund')).toBe(false)
  await provider.confirm()
  await finance.follow('Orders')
  await finance.followRow('23.14')
  expect(await finance.text()).toMatch(/Refund: 23.14 USDT\s+[\d:]+\s+Completed/)
}

/** The day after, finance asks for a mail to sign in again, cancels a first withdrawal, and makes another. */
async function withdraw({ provider, finance }: Shop): Promise<void> {
  await finance.follow('Destinations')
  await finance.follow('Add a destination')
  await finance.fill('Name', 'Treasury')
  await finance.choose('Tron')
  await finance.fill('Address', PAYEE.TRC20)
  await finance.press('Add a destination')
  expect(await finance.text()).toContain('The destination is on the list.')
  provider.later(DAY_MS)
  await finance.follow('Withdraw')
  await finance.press('Send me a link')
  await finance.openMail('Sign in to the dashboard')
  await finance.press('Sign in')
  await makeWithdrawal(finance, '20')
  await finance.press('Cancel withdrawal')
  expect(await finance.text()).toContain('The withdrawal is canceled.')
  await finance.follow('Withdraw')
  expect(await makeWithdrawal(finance, '1050')).toContain('A person at your provider looks at it first.')
}

/** @returns the text of its page */
async function makeWithdrawal(finance: Visitor, amount: string): Promise<string> {
  await finance.fill('Amount', amount)
  await finance.press('Review withdrawal')
  await finance.press('Withdraw now')
  return finance.see(/USDT/)
}

async function approveTwice({ provider, finance, operators }: Shop): Promise<void> {
  for (const operator of operators) {
    await operator.follow('Test')
    await operator.follow(/Withdrawals/)
    await operator.followRow('1,050.00')
    await operator.follow(/^Approve/)
    await operator.press('Sign in with a passkey')
    await operator.fill('Type the amount to confirm', '1050')
    await operator.fill(REASON, 'called the shop')
    await operator.press(/^Approve/)
  }
  await provider.confirm()
  await finance.follow('Withdraw')
  await finance.followRow('1,050.00')
  expect(await finance.see('1,050.00 USDT')).toContain('Completed')
}

async function stopPayouts({ provider, finance, operators: [operator] }: Shop): Promise<void> {
  if (!operator) throw new Error('the shop has no operator')
  await operator.follow('Controls')
  await operator.follow('Stop all payouts')
  await operator.fill(REASON, 'the bank called')
  await operator.press('Stop payouts')
  await finance.follow('Withdraw')
  await finance.fill('Amount', '20')
  await finance.press('Review withdrawal')
  expect(await finance.text()).toContain('goes out by itself')
  await finance.press('Withdraw now')
  await provider.confirm()
  await finance.follow('Withdraw')
  await finance.followRow('In review')
  expect(await finance.see('20.00 USDT')).toContain('goes out by itself')
  await operator.follow('Resume all payouts')
  await operator.fill(REASON, 'all is well')
  await operator.press('Resume payouts')
  await provider.confirm()
  await finance.follow('Withdrawals')
  await finance.followRow('20.00')
  expect(await finance.see('20.00 USDT')).toContain('Completed')
}

/** Both files of the month and its statement have the same sums, to the last digit. */
async function compareMonth({ finance }: Shop): Promise<void> {
  await finance.follow('Orders')
  await finance.pick('Period', 'This month')
  await finance.press('Apply')
  await finance.unfold('Export')
  const orders = rowsOf(await finance.download('Download CSV'))
  await finance.follow('Statement')
  const statement = await finance.see('Statement, January 2026')
  await finance.unfold('Export')
  const postings = rowsOf(await finance.download('Download CSV'))
  const shown = (line: string) => unitsOf(RegExp(`^${line}\\s+(-?[\\d,.]+)$`, 'm').exec(statement)?.[1])
  const [, opening, closing] = /^Balance\s+(-?[\d,.]+)\s+(-?[\d,.]+)$/m.exec(statement) ?? []
  const lines = [
    ['Payments received', 'deposits', sumOf(orders, 'received')],
    ['Fees on payments', 'fees', -sumOf(orders, 'fee')],
    ['Refunds', 'refunds', -sumOf(orders, 'refunded')],
    ['Withdrawals', 'withdrawals', undefined],
    ['Fees of withdrawals and refunds', 'withdrawal_fees', undefined],
  ] as const
  for (const [title, line, ofOrders] of lines) {
    const posted = sumOf(
      postings.filter((row) => row.line === line),
      'change',
    )
    expect([title, posted, ofOrders ?? posted]).toEqual([title, shown(title), shown(title)])
  }
  expect(sumOf(postings, 'change')).toBe(unitsOf(closing) - unitsOf(opening))
  expect(sumOf(orders, 'credited')).toBe(shown('Payments received') + shown('Fees on payments'))
}

type Row = Readonly<Record<string, string>>

/** Reads a file whose cells need no quotes. */
function rowsOf(csv: string): Row[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

const sumOf = (rows: readonly Row[], name: string): bigint =>
  rows.reduce((sum, row) => sum + unitsOf(row[name]), 0n)

/** Reads an amount in units of 1e-8. @throws SyntaxError for another text */
function unitsOf(text = 'none'): bigint {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  return BigInt(whole + decimals.padEnd(8, '0'))
}
