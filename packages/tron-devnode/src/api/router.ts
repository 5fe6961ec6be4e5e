/** The calls of /wallet, /walletsolidity, /jsonrpc and /v1, by their path. */
import { type Answer, liteAnswer } from '../http/faults.js'
import { accountReads, delegationReads, getAccount } from './account-api.js'
import { chainReads, nodeReads } from './chain-api.js'
import { answerEvents } from './events-api.js'
import type { ApiContext, Handler } from './handler.js'
import { answerRpc } from './json-rpc.js'
import { isRecord, ParamError, type Params } from './params.js'
import { constantCalls, transactionCalls } from './transaction-api.js'

const wallet: Record<string, Handler> = {
  ...chainReads,
  ...nodeReads,
  ...accountReads,
  ...delegationReads,
  ...constantCalls,
  ...transactionCalls,
}
const walletSolidity: Record<string, Handler> = {
  ...chainReads,
  ...delegationReads,
  ...constantCalls,
  getaccount: getAccount,
}

/** Paths that a lite node refuses, below /wallet and /walletsolidity. */
const historyReads: ReadonlySet<string> = new Set([
  'getblockbyid',
  'getblockbylatestnum',
  'getblockbylimitnext',
  'getblockbynum',
  'gettransactionbyid',
  'gettransactioncountbyblocknum',
  'gettransactioninfobyid',
  'gettransactioninfobyblocknum',
])

const isHistory = (path: string): boolean =>
  /^\/wallet(solidity)?\//.test(path) && historyReads.has(path.split('/')[2] ?? '')

interface Call {
  path: string
  /** Fields of the query, overridden by those of the body. */
  params: Params
}

/** Answers a call, undefined where there is none of its path. @param parsed the body; undefined where it is not JSON */
export async function answer(call: Call, parsed: unknown, context: ApiContext): Promise<Answer | undefined> {
  if (context.chain.settings.lite && isHistory(call.path)) return liteAnswer
  try {
    const body = await route(call, parsed, context)
    return body === undefined ? undefined : { status: 200, body }
  } catch (error) {
    if (error instanceof ParamError) return { status: 200, body: { Error: error.message } }
    const message = error instanceof Error ? error.message : String(error)
    return { status: 200, body: { Error: `class java.lang.RuntimeException : ${message}` } }
  }
}

function route({ path, params }: Call, parsed: unknown, context: ApiContext): unknown {
  if (path.startsWith('/v1/')) return answerEvents(path, params, context)
  if (parsed === undefined) throw new ParamError('org.tron.json.JSONException', 'the body is not JSON')
  if (path === '/jsonrpc') return answerRpcs(parsed, context)
  const [, group, name = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? []
  if (group === 'wallet') return wallet[name]?.(params, { ...context, view: 'head' })
  return walletSolidity[name]?.(params, { ...context, view: 'solid' })
}

function answerRpcs(parsed: unknown, context: ApiContext): unknown {
  const one = (request: unknown) => answerRpc(isRecord(request) ? request : {}, context)
  return Array.isArray(parsed) ? Promise.all(parsed.map(one)) : one(parsed)
}
