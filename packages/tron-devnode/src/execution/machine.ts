/** The virtual machine and its state: accounts, their balance in sun, code and storage. One state root per block. */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVM, EVMError, type Log, paramsEVM } from '@ethereumjs/evm'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address } from '@ethereumjs/util'
import { fromHex, toHex, withoutPrefix } from '../encoding/bytes.js'

export interface BlockContext {
  number: number
  /** Milliseconds. */
  timestamp: number
}

export interface Message {
  from: string
  to: string
  value: bigint
  data: string
  gasLimit: bigint
  block: BlockContext
}

export interface Outcome {
  gasUsed: bigint
  returned: string
  logs: TronLog[]
  /** Undefined when the code returned. */
  failure: 'REVERT' | 'OUT_OF_ENERGY' | 'ILLEGAL_OPERATION' | undefined
}

/** A log in the node's JSON: the address has 20 bytes, empty data is left out. */
export interface TronLog {
  address: string
  topics: string[]
  data?: string
}

// TRON kept these prices when Ethereum raised them; its other prices are Ethereum's of that time.
const prices = { ...paramsEVM, 150: { ...paramsEVM[150], sloadGas: 50, callGas: 40, balanceGas: 20 } }
const gasPerCodeByte = 200n

const vmAddress = (address: string): Address => new Address(fromHex(withoutPrefix(address)))

export class Machine {
  private attempts = 0

  private constructor(
    private readonly evm: EVM,
    private readonly state: MerkleStateManager,
  ) {}

  static async create(): Promise<Machine> {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.Petersburg })
    const state = new MerkleStateManager({ common, caches: new Caches() })
    const evm = await createEVM({ common, stateManager: state, params: prices })
    return new Machine(evm, state)
  }

  root(): Promise<Uint8Array> {
    return this.state.getStateRoot()
  }

  async goTo(root: Uint8Array): Promise<void> {
    await this.state.setStateRoot(root)
  }

  async hasAccount(address: string): Promise<boolean> {
    return (await this.state.getAccount(vmAddress(address))) !== undefined
  }

  async balance(address: string): Promise<bigint> {
    return (await this.state.getAccount(vmAddress(address)))?.balance ?? 0n
  }

  async code(address: string): Promise<string> {
    return toHex(await this.state.getCode(vmAddress(address)))
  }

  /** Changes a balance. An account starts with nonce 1, so that the machine does not delete it when it is empty. */
  async addBalance(address: string, sun: bigint): Promise<void> {
    const account = (await this.state.getAccount(vmAddress(address))) ?? new Account(1n)
    account.balance += sun
    await this.state.putAccount(vmAddress(address), account)
  }

  /**
   * Runs `work` and keeps its changes when `keeps` returns true. Otherwise, and when `work` throws, it reverts them.
   * Attempts may be nested.
   */
  async attempt<T>(work: () => Promise<T>, keeps: (result: T) => boolean): Promise<T> {
    await this.evm.journal.checkpoint()
    this.attempts += 1
    let kept = false
    try {
      const result = await work()
      kept = keeps(result)
      return result
    } finally {
      if (kept) await this.evm.journal.commit()
      else await this.evm.journal.revert()
      this.attempts -= 1
      if (this.attempts === 0) await this.evm.journal.cleanup()
    }
  }

  call(message: Message): Promise<Outcome> {
    return this.run(message)
  }

  /** Runs a constructor at a given address, since TRON derives the address from the transaction and not from a nonce. */
  async deploy(message: Message): Promise<Outcome> {
    const outcome = await this.run({ ...message, data: '' }, fromHex(message.data))
    if (outcome.failure !== undefined) return outcome
    const gasUsed = outcome.gasUsed + gasPerCodeByte * BigInt(outcome.returned.length / 2)
    if (gasUsed > message.gasLimit) return { ...outcome, gasUsed: message.gasLimit, failure: 'OUT_OF_ENERGY' }
    const address = vmAddress(message.to)
    await this.addBalance(message.to, 0n)
    await this.state.putCode(address, fromHex(outcome.returned))
    return { ...outcome, gasUsed, returned: '' }
  }

  private async run(message: Message, code?: Uint8Array): Promise<Outcome> {
    const { execResult } = await this.evm.runCall({
      caller: vmAddress(message.from),
      to: vmAddress(message.to),
      value: message.value,
      data: fromHex(message.data),
      gasLimit: message.gasLimit,
      block: vmBlock(message.block),
      ...(code === undefined ? {} : { code }),
    })
    return {
      gasUsed: execResult.executionGasUsed,
      returned: toHex(execResult.returnValue),
      logs: (execResult.logs ?? []).map(tronLog),
      failure: failureOf(execResult.exceptionError?.error),
    }
  }
}

function failureOf(error: string | undefined): Outcome['failure'] {
  if (error === undefined) return undefined
  if (error === EVMError.errorMessages.REVERT) return 'REVERT'
  return error === EVMError.errorMessages.OUT_OF_GAS ? 'OUT_OF_ENERGY' : 'ILLEGAL_OPERATION'
}

function tronLog([address, topics, data]: Log): TronLog {
  const log = { address: toHex(address), topics: topics.map(toHex) }
  return data.length === 0 ? log : { ...log, data: toHex(data) }
}

function vmBlock(block: BlockContext) {
  return {
    header: {
      number: BigInt(block.number),
      coinbase: new Address(new Uint8Array(20)),
      timestamp: BigInt(Math.floor(block.timestamp / 1000)),
      difficulty: 0n,
      prevRandao: new Uint8Array(32),
      gasLimit: 1_000_000_000n,
      getBlobGasPrice: () => undefined,
    },
  }
}
