import { setTimeout as delay } from 'node:timers/promises'
import { WrongChain } from '../../domain/chain/chain.js'
import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { Deadline } from '../../runtime/deadline.js'
import type { ChainNode } from './chain-node.js'
import { NodeHttp } from './node-http.js'
import {
  type ConfiguredNode,
  fail,
  type NewestBlock,
  type NodeCheckOptions,
  type Outcome,
  type Probe,
  type ProbeTarget,
  skip,
} from './probe.js'
import { RpcError, RpcRefusal } from './rpc-error.js'

/** The longest that one probe takes. */
const PROBE_MS = 20_000
const MAX_TRIES = 3
/** How long a probe waits after a node has limited calls, unless the node names a time. */
const PAUSE_MS = 1_500
const MAX_PAUSE_MS = 6_000

/** A network as a check asks its nodes. */
export interface CheckedNetwork<Node extends ChainNode> {
  open(configured: ConfiguredNode): Promise<Node>
  newest(node: Node, signal: AbortSignal): Promise<NewestBlock>
  /** Blocks that a node may be behind the others. */
  readonly lagBlocks: number
  readonly probes: readonly Probe<Node>[]
}

/** Runs the probes of a network at each of its nodes. The nodes are asked at the same time, each one question after another. */
export async function checkEach<Node extends ChainNode>(
  options: NodeCheckOptions,
  { open, newest, lagBlocks, probes }: CheckedNetwork<Node>,
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const opened = await Promise.all(
    options.nodes.map(async (configured) => ({ ...configured, node: await open(configured) })),
  )
  const highest = options.isStart ? undefined : await highestOf(opened, newest, signal)
  const findings = await Promise.all(
    opened.map(async (one, at) => {
      const others = opened.filter((other) => other !== one).map(({ url }) => url)
      const ask = (asked: AbortSignal) => newest(one.node, asked)
      const target = { ...one, options, others, highest, lagBlocks, newest: ask }
      return runProbes(probes, target, `${at + 1} ${one.node.name}`, signal)
    }),
  )
  return findings.flat()
}

async function highestOf<Node>(
  opened: readonly { readonly node: Node }[],
  newest: (node: Node, signal: AbortSignal) => Promise<NewestBlock>,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (opened.length < 2) return undefined
  const heads = await Promise.allSettled(opened.map(({ node }) => newest(node, signal)))
  signal.throwIfAborted()
  const numbers = heads.flatMap((head) => (head.status === 'fulfilled' ? [head.value.number] : []))
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

async function runProbes<Node extends ChainNode>(
  probes: readonly Probe<Node>[],
  target: ProbeTarget<Node>,
  node: string,
  signal: AbortSignal,
): Promise<NodeFinding[]> {
  const { environment, network } = target.options
  const mask = maskOf(target)
  const findings: NodeFinding[] = []
  for (const probe of probes) {
    const missing = findings.find(({ probe: name, result }) => name === probe.needs && result !== 'pass')
    const outcome = missing ? skip(`needs: ${missing.probe}`) : await attempt(probe, target, signal)
    findings.push({
      ...{ environment, network, node, probe: probe.name, result: outcome.result },
      seen: mask(outcome.seen),
      change: outcome.result === 'fail' ? outcome.change : null,
      isWrong: outcome.result === 'fail' && outcome.isWrong === true,
    })
  }
  return findings
}

/** Removes the secrets of a node from its words, which may repeat them. */
function maskOf({ url, key }: ProbeTarget): (text: string) => string {
  const urls = url.split('|').map((each) => new NodeHttp({ url: each, key }))
  return (text) => urls.reduce((rest, http) => http.mask(rest), text)
}

async function attempt<Node extends ChainNode>(
  probe: Probe<Node>,
  target: ProbeTarget<Node>,
  signal: AbortSignal,
): Promise<Outcome> {
  const deadline = new Deadline(signal, PROBE_MS)
  try {
    return await runPatiently(probe, target, deadline.signal)
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.isOver) return fail('no answer in time', unreachable(target))
    if (error instanceof WrongChain) {
      const change = probe.changeFor?.(target, error) ?? wrong(target)
      return { result: 'fail', seen: error.message, change, isWrong: true }
    }
    if (!(error instanceof RpcError || error instanceof RpcRefusal)) throw error
    return fail(error.message, probe.changeFor?.(target, error) ?? usualChange(target, error))
  } finally {
    deadline.end()
  }
}

/** Runs a probe, and repeats it where the node limits calls: a small plan allows few of them in a second. */
async function runPatiently<Node extends ChainNode>(
  probe: Probe<Node>,
  target: ProbeTarget<Node>,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await probe.run(target, signal)
    } catch (error) {
      const isLimited = error instanceof RpcError && error.failure === 'limited'
      if (!isLimited || tries === MAX_TRIES) throw error
      await delay(Math.min(error.pauseMs ?? PAUSE_MS, MAX_PAUSE_MS), undefined, { signal })
    }
  }
}

function usualChange(target: ProbeTarget, error: RpcError | RpcRefusal): string {
  const failure = error instanceof RpcError ? error.failure : 'broken'
  const { setting } = target
  if (failure === 'limited') return `the node limits calls: use a larger plan or another node in ${setting}`
  if (failure !== 'refused') return unreachable(target)
  return `the node refuses the call: check the key of ${setting}, and that its plan includes the call`
}

const unreachable = ({ setting }: ProbeTarget): string =>
  `check that ${setting} names a node that runs and that this machine reaches`

const wrong = ({ setting, options: { prefix } }: ProbeTarget): string =>
  `name a node of the network of ${prefix}_CHAIN_ID in ${setting}, or correct ${prefix}_TOKEN`
