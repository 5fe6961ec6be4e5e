import { WrongChain } from '../../domain/chain/chain.js'
import { descriptionOf } from '../../networks/networks.js'
import { dayUseOf, planOf } from './day-use.js'
import { fail, type Probe, pass, skip } from './probe.js'
import { providerOf } from './provider.js'

export const REACHABLE: Probe = {
  name: 'reachable',
  async run({ node, options: { monotonic } }, signal) {
    const startAt = monotonic()
    await node.chainId(signal)
    return pass(`answers in ${Math.floor(monotonic() - startAt)} ms`)
  },
}

export const CHAIN_ID: Probe = {
  name: 'chain id',
  needs: REACHABLE.name,
  async run({ node, options: { chainId } }, signal) {
    const id = await node.chainId(signal)
    if (id !== chainId) throw new WrongChain(`chain id ${id}, expected ${chainId}`)
    return pass(`${id}`)
  },
  changeFor: ({ setting, options: { prefix } }, error) =>
    error instanceof WrongChain
      ? `name a node of that chain in ${setting}, or correct ${prefix}_CHAIN_ID`
      : undefined,
}

export const NEWEST_BLOCK: Probe = {
  name: 'newest block',
  needs: CHAIN_ID.name,
  async run({ newest, highest, lagBlocks, setting, options }, signal) {
    const { number, timeAt } = await newest(signal)
    const { blockMs, maxLagBlocks } = descriptionOf(options.network)
    const ageMs = Math.max(0, options.clock.real() - timeAt)
    const behind = Math.max(0, (highest ?? number) - number)
    const distance = highest === undefined ? '' : `, ${behind} behind the highest node`
    const seen = `block ${number}, ${Math.floor(ageMs / 1_000)} s old${distance}`
    const isOld = ageMs > blockMs * maxLagBlocks
    if (!isOld && behind <= lagBlocks) return pass(seen)
    const why = isOld ? 'the node does not follow the network' : 'a node that is behind is not asked'
    return fail(seen, `${why}: wait until it has synced, or replace it in ${setting}`)
  },
}

export const PROVIDER: Probe = {
  name: 'provider',
  async run({ url, others, setting }) {
    if (others.length === 0) return skip('the only node: no second one confirms its answers')
    const own = [...new Set(url.split('|').map(providerOf))]
    const theirs = new Set(others.flatMap((other) => other.split('|').map(providerOf)))
    if (!own.some((each) => theirs.has(each))) return pass(`${own.join(', ')}, no other node`)
    return fail(
      `${own.join(', ')}, and another node too`,
      `use different providers in ${setting}: the nodes of one fail together and err together`,
    )
  },
}

export const CALL_LIMITS: Probe = {
  name: 'call limits',
  async run({ callsPerDay, callsPerSecond }) {
    const day = callsPerDay === 0 ? 'no limit a day' : `${callsPerDay} calls a day`
    const second = callsPerSecond === 0 ? 'no limit a second' : `${callsPerSecond} a second`
    return pass(`${day}, ${second}`)
  },
}

export const DAY_USE: Probe = {
  name: 'calls a day',
  async run({ url, callsPerDay, setting, options: { network } }) {
    const use = dayUseOf(network)
    if (!use) return skip('not measured for this network')
    const { calls, gigabytes, idleCalls } = use
    const plan = planOf(network, url)
    const share = plan === undefined ? '' : `; of the free plan ${plan}`
    const seen = `about ${calls} calls and ${gigabytes} GB with one order open${share}`
    if (callsPerDay === 0 || callsPerDay >= idleCalls) return pass(seen)
    const limit = setting.replace(/_URL$/, '_CALLS_PER_DAY')
    return fail(
      `${seen}; the limit is ${callsPerDay}`,
      `raise ${limit}: blocks alone take ${idleCalls} calls, and payments are seen late without them`,
    )
  },
}
