import { readFileSync } from 'node:fs'
import { readConfig } from '../../config/config.js'
import { isReachedPrivately, publicUrlOf } from '../../config/public-url.js'
import { merchantBalances } from '../../domain/ledger/ledger.js'
import { type Brand, NO_BRAND } from '../../domain/merchants/brand.js'
import { issueDashboardLink } from '../../domain/merchants/dashboard-links.js'
import { readLogo } from '../../domain/merchants/logo.js'
import type { Merchant } from '../../domain/merchants/merchant.js'
import { changeBrand } from '../../domain/merchants/merchant-brands.js'
import { changeMerchantStatus, changeMerchantTier } from '../../domain/merchants/merchants.js'
import { changeSurcharge, readSurcharge, surchargeText } from '../../domain/merchants/surcharge.js'
import { signInUrl } from '../../domain/sessions/session.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { TIERS } from '../../domain/shared/policy.js'
import type { Environment, Scope } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { readLocales } from '../../runtime/assets.js'
import { rewriteInThread } from '../../runtime/png-in-thread.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printCard, printLine, printRows, type Row, timeCell } from '../output.js'
import { changeSecrets, changeStore, mandateOf, readStore, withStore } from '../store-access.js'
import { scopesOf } from './scopes.js'

const PAGE = 1_000
const BRAND_PARTS = ['name', 'accent', 'support', 'logo', 'time-zone', 'languages'] as const

/** Lists all merchants, newest first. */
export async function list(args: Args): Promise<number> {
  await withStore(async ({ store }) => {
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await store.read((tx) => tx.merchants.list({ limit: PAGE, offset }))
      printRows(page.rows.map(rowOf), args.isJson)
      total = page.total
    }
  })
  return 0
}

/** Shows one merchant with its balances. */
export async function show(args: Args): Promise<number> {
  const id = args.requiredOperand('merchant-id')
  const row = await readStore(async (tx) => {
    const merchant = await tx.merchants.find(id)
    if (!merchant) throw new OperatorError(`there is no merchant ${id}`)
    const { email, activatedAt, createdAt } = merchant
    const brand = (await tx.merchantBrands.find(id)) ?? NO_BRAND
    return {
      ...rowOf(merchant),
      email,
      surcharge_percent: surchargeText(merchant.surcharge),
      created_at: timeCell(createdAt),
      activated_at: timeCell(activatedAt),
      ...brandCells(brand),
      ...(await balanceCells(tx, { merchantId: id, environment: 'live' })),
      ...(await balanceCells(tx, { merchantId: id, environment: 'test' })),
    }
  })
  printCard(row, args.isJson)
  return 0
}

/** Stops a merchant from writing. */
export async function suspend(args: Args): Promise<number> {
  const change = { id: args.requiredOperand('merchant-id'), status: 'SUSPENDED' } as const
  const changed = await changeStore((tx, context) =>
    changeMerchantStatus(tx, context, change, mandateOf(args)),
  )
  printLine(`${changed.id} is ${changed.status}`)
  return 0
}

/** Changes the tier of a merchant, and with it the fee of new orders. */
export async function tier(args: Args): Promise<number> {
  const wanted = args.requiredChoice('tier', TIERS)
  const change = { id: args.requiredOperand('merchant-id'), tier: wanted }
  const changed = await changeStore((tx, context) => changeMerchantTier(tx, context, change, mandateOf(args)))
  printLine(`${changed.id} is ${changed.tier}; existing orders keep their fee`)
  return 0
}

/** Changes the surcharge on a merchant's prices in other currencies. */
export async function surcharge(args: Args): Promise<number> {
  const change = {
    id: args.requiredOperand('merchant-id'),
    surcharge: readSurcharge(args.required('percent')),
  }
  const changed = await changeStore((tx, context) => changeSurcharge(tx, context, change, mandateOf(args)))
  printLine(
    `${changed.id} has a surcharge of ${surchargeText(changed.surcharge)} %; existing orders keep their rate`,
  )
  return 0
}

/** Changes the brand on a merchant's checkout pages, and the time zone of its dashboard. */
export async function brand(args: Args): Promise<number> {
  const cleared = args.choice('clear', [...BRAND_PARTS, 'all'])
  const isCleared = (part: (typeof BRAND_PARTS)[number]) => cleared === 'all' || cleared === part
  const textOf = (part: Exclude<(typeof BRAND_PARTS)[number], 'logo'>) =>
    args.text(part)?.trim() ?? (isCleared(part) ? null : undefined)
  const file = args.text('logo')
  const clearedLogo = isCleared('logo') ? null : undefined
  const change = {
    name: textOf('name'),
    accent: textOf('accent'),
    support: textOf('support'),
    timeZone: textOf('time-zone'),
    languages: languagesIn(textOf('languages')),
    logo: file === undefined ? clearedLogo : await readLogo(readFileSync(file), rewriteInThread),
  }
  if (Object.values(change).every((value) => value === undefined))
    throw new UsageError(
      `nothing to change: pass one of ${BRAND_PARTS.map((part) => `--${part}`).join(', ')} or --clear`,
    )
  const id = args.requiredOperand('merchant-id')
  const changed = await changeStore((tx, context) =>
    changeBrand(tx, context, { id, change }, mandateOf(args)),
  )
  printCard({ id, ...brandCells(changed) }, false)
  return 0
}

/** Prints a link that signs a person in to a merchant's dashboard, once and within ten minutes. */
export async function signInLink(args: Args): Promise<number> {
  const merchantId = args.requiredOperand('merchant-id')
  const environment = args.requiredChoice('environment', ENVIRONMENTS)
  const wanted = { merchantId, environment, scopes: scopesOf(args) }
  const config = readConfig()
  if (!isReachedPrivately(config))
    throw new OperatorError(
      'there is no dashboard: it needs an https MERCHANTPAY_PUBLIC_URL, or a loopback address',
    )
  const { token, scopes, expiresAt } = await changeSecrets((tx, context) =>
    issueDashboardLink(tx, context, wanted, mandateOf(args)),
  )
  printLine(signInUrl(publicUrlOf(config), 'dashboard', token))
  printLine(`signs a person in once, for ${scopes.join(',')} in ${environment}, until ${isoTime(expiresAt)}`)
  return 0
}

/** @throws OperatorError for a language that no page of payers has */
function languagesIn(text: string | null | undefined): readonly string[] | null | undefined {
  const tags = text?.split(',').map((tag) => tag.trim())
  const known = [...readLocales('checkout').keys()]
  const unknown = tags?.find((tag) => !known.includes(tag))
  if (unknown !== undefined)
    throw new OperatorError(`no page is in the language ${unknown}; there are ${known.join(',')}`)
  return tags ?? (text === null ? null : undefined)
}

const brandCells = ({ name, accent, support, hasLogo, timeZone, languages }: Brand): Row => ({
  brand_name: name,
  brand_accent: accent,
  brand_support: support,
  brand_logo: hasLogo,
  time_zone: timeZone,
  languages: languages?.join(',') ?? null,
})

const rowOf = ({ id, status, tier, platformUserId, name }: Merchant): Row => ({
  id,
  status,
  tier,
  platform_user_id: platformUserId,
  name,
})

async function balanceCells(tx: Tx, scope: Scope & { environment: Environment }): Promise<Row> {
  const balances = await merchantBalances(tx, scope)
  const cells = Object.entries(balances).map(([code, amount]) => [
    `${scope.environment}_${code}`,
    formatUsdt(amount),
  ])
  return Object.fromEntries(cells)
}
