import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TopUp } from '../../domain/chain/sweep-network.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { Members } from '../../domain/sweeps/members.js'
import { syncFolder } from './sweep-files.js'

const HASH_DIGITS = 32
const SUFFIX = '.topups'
const TEXT = /^.{1,10000}$/

/**
 * The top-ups that a gas wallet signed for one plan, in a file beside its key. Each is durable before it is sent, so that a
 * run that was killed sends the same bytes again instead of others.
 */
export class TopUpLog {
  private constructor(
    private readonly file: number,
    private readonly topUps: TopUp[],
  ) {}

  static exists(keyFile: string, planHash: string): boolean {
    return existsSync(pathOf(keyFile, planHash))
  }

  /** Opens the log of a plan. A last line without its end was never sent, and is removed. */
  static open(keyFile: string, planHash: string): TopUpLog {
    const path = pathOf(keyFile, planHash)
    const file = openSync(path, 'a+', 0o600)
    const { whole, topUps } = readLog(path)
    ftruncateSync(file, whole)
    fsyncSync(file)
    syncFolder(dirname(path))
    return new TopUpLog(file, topUps)
  }

  /** Reads the top-ups of every plan that a gas key was used for. */
  static readAll(keyFile: string): TopUp[] {
    const folder = dirname(keyFile)
    const names = readdirSync(folder).filter(
      (name) => name.startsWith(`${basename(keyFile)}.`) && name.endsWith(SUFFIX),
    )
    return names.flatMap((name) => readLog(join(folder, name)).topUps)
  }

  get all(): readonly TopUp[] {
    return this.topUps
  }

  /** Makes a top-up durable. Call it before the bytes are sent. */
  append(topUp: TopUp): void {
    writeFileSync(this.file, `${lineOf(topUp)}\n`)
    fsyncSync(this.file)
    this.topUps.push(topUp)
  }

  close(): void {
    closeSync(this.file)
  }
}

const pathOf = (keyFile: string, planHash: string): string =>
  `${keyFile}.${planHash.slice(0, HASH_DIGITS)}${SUFFIX}`

/** @returns also the number of bytes of its whole lines */
function readLog(path: string): { whole: number; topUps: TopUp[] } {
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').slice(0, -1)
  return {
    whole: Buffer.byteLength(whole),
    topUps: lines.map((line, at) => topUpOf(line, `${path}, line ${at + 1}`)),
  }
}

const lineOf = ({ to, value, worstCost, nonce, expiresAt, txHash, raw }: TopUp): string =>
  JSON.stringify({
    ...{ to, value: `${value}`, worst_cost: `${worstCost}`, nonce },
    ...{ expires_at: expiresAt, tx_hash: txHash, raw },
  })

/** @throws OperatorError for a line that this program did not write */
function topUpOf(line: string, what: string): TopUp {
  const members = new Members(parsed(line, what), what)
  const expiresAt = members.isNull('expires_at')
  if (expiresAt) members.take('expires_at')
  const topUp = {
    to: members.matching('to', TEXT),
    value: members.units('value'),
    worstCost: members.units('worst_cost'),
    nonce: members.count('nonce'),
    expiresAt: expiresAt ? null : members.count('expires_at'),
    txHash: members.matching('tx_hash', TEXT),
    raw: members.matching('raw', TEXT),
  }
  members.end()
  return topUp
}

function parsed(line: string, what: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new OperatorError(`${what} is damaged: repair it, since it says what was sent`)
  }
}
