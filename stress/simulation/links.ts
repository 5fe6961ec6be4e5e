import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { Browser, tokenIn } from './browser.js'
import type { CallerWorld } from './caller.js'
import type { SimulatedNetwork } from './networks/network.js'
import { type Plan, paymentsOf, USDT, units, usdt } from './plans.js'
import { type Rates, saleOf } from './rates.js'
import type { Restores } from './restores.js'
import { ConnectionLost } from './service.js'
import type { Shop } from './shop.js'
import type { LinkOrder, SoldLink } from './sold.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Links that are still in use. */
const RECENT = 5
const LISTED = 100
/** Strangers that come at the same time. */
const AT_ONCE = 10
/** How often the strangers of a siege come, each time after the windows of their orders. */
const WAVES = 12
const WAVE_MS = 32 * MINUTE_MS
const WAVE = 60
/** After this the window of an order has ended for the service, too. */
const ENDED_MS = 5 * MINUTE_MS
/** The most open orders of a link for one network address. */
const MOST_OF_ONE = 3

/** The ways in which payers of links pay. */
const PAYERS: readonly Plan[] = ['exact', 'exact', 'late', 'short', 'over', 'nearly', 'never']
/** Answers to a form of a page that strangers may get: 400 while no address is leased, as when a recovery begins. */
const STRANGERS = new Set([303, 400, 404, 429, 503])

interface LinksWorld extends CallerWorld {
  readonly networks: readonly SimulatedNetwork[]
  readonly shops: readonly Shop[]
  readonly rates: Rates
  readonly restores: () => Restores
}

/** Payment links: their merchants, the payers who open them in several tabs, and strangers. */
export class Links {
  /** Answers that break a rule. */
  readonly breaches: string[] = []
  /** Scripts that still run. */
  running = 0
  private made = 0
  private visitors = 0
  private groups = 0

  constructor(private readonly world: LinksWorld) {}

  make(dice: Dice): Promise<void> {
    return this.script(async () => {
      const { story, rates, shops, time } = this.world
      const shop = dice.pick(shops)
      const price = dice.chance(40) ? rates.price(dice) : undefined
      const uses = dice.pick(['ONCE', 'MANY', 'MANY'] as const)
      const amount = dice.between(11n, 500n) * USDT
      const expiresAt = dice.chance(30) ? time.now + (1 + dice.below(6)) * HOUR_MS : undefined
      this.made += 1
      const { status, json } = await shop.caller.insist(dice, 'POST', '/v1/payment-links', {
        ...{ amount_mode: 'FIXED', currency: 'USDT', uses, idempotency_key: `link-${this.made}` },
        ...(price ? { price } : { amount: usdt(amount) }),
        ...(expiresAt !== undefined && { expires_at: new Date(expiresAt).toISOString() }),
      })
      if (status !== 201) return story.note(`${shop.name} makes no link: ${status} ${json.error}`)
      const path = new URL(`${json.url}`).pathname
      const link = { id: `${json.id}`, path, uses, price, expiresAt, closedAt: undefined }
      shop.links.push({ ...link, visits: 0, orders: new Map() })
      story.note(`${shop.name} makes the link ${link.id}, for ${uses}`)
    })
  }

  /** A merchant closes a link, whose page payers may have open. Strangers may send its form at the same moment. */
  close(dice: Dice): Promise<void> {
    return this.onLink(dice, async (link, shop) => {
      const rivals = dice.chance(50) ? this.comeTo(dice, link, AT_ONCE) : undefined
      const { status, json } = await shop.caller.insist(dice, 'POST', `/v1/payment-links/${link.id}/close`)
      this.world.story.note(`${shop.name} closes ${link.id}: ${status} ${json.error ?? json.status}`)
      if (json.status === 'CLOSED') link.closedAt ??= Date.parse(`${json.updated_at}`)
      await rivals
      if (dice.chance(60)) await this.payAt(dice, link, shop)
    })
  }

  pay(dice: Dice): Promise<void> {
    return this.onLink(dice, (link, shop) => this.payAt(dice, link, shop))
  }

  /** Strangers open a link, some of them from one network. */
  intrude(dice: Dice): Promise<void> {
    return this.onLink(dice, (link) => this.comeTo(dice, link, 60 + dice.below(60)))
  }

  /** Strangers come to a link again and again, for hours, until it is over. */
  besiege(dice: Dice, isOver: () => boolean): Promise<void> {
    return this.onLink(dice, async (link) => {
      for (let wave = 0; wave < WAVES && !isOver(); wave += 1) {
        await this.comeTo(dice, link, WAVE)
        await this.world.time.sleep(WAVE_MS)
      }
    })
  }

  /** Lets the merchants know all orders of their links. */
  async learnAll(dice: Dice): Promise<void> {
    for (const shop of this.world.shops) for (const link of shop.links) await this.learn(dice, shop, link)
  }

  /** A payer opens a link, in one tab or several, and pays as planned. */
  private async payAt(dice: Dice, link: SoldLink, shop: Shop): Promise<void> {
    const { story, time, networks, restores } = this.world
    const plan = dice.pick(PAYERS)
    const network = dice.pick(networks)
    const payer = this.browser()
    const page = await payer.open(dice, link.path)
    story.note(`a payer of ${link.id} opens the page: ${page?.status}`)
    // Another one has the form from before.
    if (page?.status !== 200 && dice.chance(50)) return
    const { epoch } = restores()
    const tokens = await this.orderInTabs(dice, link, payer, network.name)
    // A payer who changes the network at times pays both orders.
    const other = networks.find((each) => each !== network)
    if (other && dice.chance(30)) {
      link.visits += 1
      const token = await payer.order(dice, link.path, other.name)
      if (token !== undefined) tokens.unshift(token)
    }
    await this.learn(dice, shop, link)
    const opened = [...link.orders.values()].filter(({ token }) => tokens.includes(token))
    if (epoch !== undefined && restores().epoch === epoch) this.compareNetworks(link, opened)
    story.note(`a payer of ${link.id} opens ${opened.map(({ id }) => id).join(' and ')}, paid ${plan}`)
    // A page whose window is over asks for no money, and its address may be free.
    const asking = opened.filter(({ expireAt }) => expireAt > time.now)
    for (const order of asking.slice(0, dice.chance(30) ? 2 : 1)) {
      for (const { at, value, payment } of paymentsOf({ ...order, plan }, time.now, dice)) {
        if (at > time.now) await time.sleep(at - time.now)
        await order.network.chain.pay(order.address, value, payment)
        story.note(`a payer sends ${usdt(value)} to ${order.id}`)
      }
      if (plan !== 'short') continue
      await time.sleep(Math.max(0, order.expireAt - time.now) + ENDED_MS)
      await shop.accept(dice, order)
    }
  }

  private async orderInTabs(dice: Dice, link: SoldLink, payer: Browser, network: string): Promise<string[]> {
    const { restores, time } = this.world
    const { epoch } = restores()
    const tabs = dice.chance(60) ? [payer, payer.tab(), payer] : [payer]
    link.visits += 1
    const begunAt = time.now
    const tokens = await Promise.all(
      tabs.map(async (tab) => {
        await time.sleep(dice.below(90_000))
        return tab.order(dice, link.path, network)
      }),
    )
    const known = [...new Set(tokens.filter((token): token is string => token !== undefined))]
    const isUndone = epoch === undefined || restores().epoch !== epoch
    const isOver = time.now - begunAt > 20 * MINUTE_MS
    if (isOver) link.visits += tabs.length
    if (known.length > 1 && link.uses === 'MANY' && !isUndone && !isOver)
      this.breaches.push(`the tabs of a payer of ${link.id} lead to ${known.join(' and ')}`)
    return known
  }

  /** A payer who chooses another network has one open order. */
  private compareNetworks({ id }: SoldLink, opened: readonly LinkOrder[]): void {
    for (const before of opened)
      for (const { network, soldAt } of opened)
        if (network !== before.network && soldAt > before.soldAt && before.expireAt > soldAt)
          this.breaches.push(`${before.id} of ${id} stays open beside one of another network`)
  }

  private async comeTo(dice: Dice, link: SoldLink, count: number): Promise<void> {
    const { story, networks, time } = this.world
    this.groups += 1
    const group = this.groups.toString(16)
    const begunAt = time.now
    const statuses = new Map<number, number>()
    const neighbours = new Set<string>()
    let waiting = count
    const comeOneByOne = async () => {
      while (waiting > 0) {
        waiting -= 1
        link.visits += 1
        const isNeighbour = dice.chance(30)
        const address = isNeighbour ? `2001:db8:0:${group}::${waiting.toString(16)}` : undefined
        const answer = await this.submitOnce(this.browser(address), link, dice.pick(networks).name)
        if (!answer) continue
        const { status } = answer
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!STRANGERS.has(status)) this.breaches.push(`a stranger at ${link.id} gets ${status}`)
        const token = tokenIn(answer)
        if (isNeighbour && token !== undefined && link.uses === 'MANY') neighbours.add(token)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, comeOneByOne))
    story.note(
      `${count} strangers come to ${link.id}: ${[...statuses].map((each) => each.join(' ')).join(', ')}`,
    )
    if (neighbours.size > MOST_OF_ONE && time.now - begunAt < 20 * MINUTE_MS)
      this.breaches.push(`${neighbours.size} orders of ${link.id} for one network address`)
  }

  private async submitOnce(browser: Browser, { path }: SoldLink, network: string) {
    try {
      return await browser.submit(path, network)
    } catch (error) {
      if (error instanceof ConnectionLost) return undefined
      throw error
    }
  }

  /** Registers the orders of a link that its merchant does not know, and when the windows end. */
  private async learn(dice: Dice, shop: Shop, link: SoldLink): Promise<void> {
    let target: string | null = `/v1/payment-links/${link.id}/orders?limit=${LISTED}`
    while (target !== null) {
      const { status, json } = await shop.caller.insist(dice, 'GET', target)
      // A restore has undone it.
      if (status !== 200) return
      for (const { id } of json.orders as { id: string }[]) await this.learnOrder(dice, shop, link, id)
      target = json.next as string | null // documented
    }
  }

  private async learnOrder(dice: Dice, shop: Shop, link: SoldLink, id: string): Promise<void> {
    const { status, json } = await shop.caller.insist(dice, 'GET', `/v1/orders/${id}`)
    const network = this.world.networks.find(({ name }) => name === json.network)
    if (status !== 200 || !network) return
    const expireAt = Date.parse(`${json.expire_at}`)
    const known = link.orders.get(id)
    if (known) {
      known.expireAt = expireAt
      return
    }
    const order: LinkOrder = {
      ...{ id, network, expireAt, plan: 'by link', amount: units(`${json.order_amount}`) },
      address: network.chain.read(`${json.payment_address}`),
      soldAt: Date.parse(`${json.created_at}`),
      token: `${json.payment_url}`.split('/').at(-1) ?? '',
    }
    link.orders.set(id, order)
    shop.orders.push(order)
    if (json.price) shop.priced.set(id, { sale: saleOf(json), heardAt: this.world.time.now })
  }

  private browser(address?: string): Browser {
    this.visitors += 1
    const own = `198.${18 + (this.visitors >> 16)}.${(this.visitors >> 8) & 255}.${this.visitors & 255}`
    return new Browser(this.world, address ?? own)
  }

  private async onLink(dice: Dice, work: (link: SoldLink, shop: Shop) => Promise<void>): Promise<void> {
    const shop = dice.pick(this.world.shops)
    const recent = shop.links.slice(-RECENT)
    if (recent.length > 0) await this.script(() => work(dice.pick(recent), shop))
  }

  private async script(work: () => Promise<void>): Promise<void> {
    this.running += 1
    try {
      await work()
    } finally {
      this.running -= 1
    }
  }
}
