import type { Block } from './evm-blocks.js'

interface Move {
  /** Of its block. */
  readonly number: number
  readonly value: bigint
}

/** Finds blocks, transactions and movements of tokens by their names. */
export class BlockIndex {
  readonly byHash = new Map<string, Block>()
  /** The block of each mined transaction. */
  readonly minedIn = new Map<string, Block>()
  private readonly sent = new Map<string, number[]>()
  private readonly moves = new Map<string, Move[]>()

  /** Returns the numbers of the blocks with a transaction of a wallet, once for each, in order. */
  sentBy(wallet: string): readonly number[] {
    return this.sent.get(wallet) ?? []
  }

  /** Returns the movements of a holder, in order. */
  movesOf(holder: string): readonly Move[] {
    return this.moves.get(holder) ?? []
  }

  add(block: Block): void {
    const { number, transactions } = block
    this.byHash.set(block.hash, block)
    for (const { hash, from, nonce, transfer, isCounterfeit } of transactions) {
      this.minedIn.set(hash, block)
      if (nonce !== undefined) listIn(this.sent, from).push(number)
      if (!transfer || isCounterfeit) continue
      listIn(this.moves, transfer.to).push({ number, value: transfer.value })
      listIn(this.moves, transfer.from).push({ number, value: -transfer.value })
    }
  }

  /** Removes the newest blocks. */
  remove(blocks: readonly Block[]): void {
    const first = blocks[0]?.number ?? 0
    for (const { hash, transactions } of blocks) {
      this.byHash.delete(hash)
      for (const transaction of transactions) this.minedIn.delete(transaction.hash)
    }
    for (const [wallet, numbers] of this.sent)
      this.sent.set(
        wallet,
        numbers.filter((number) => number < first),
      )
    for (const [holder, moves] of this.moves)
      this.moves.set(
        holder,
        moves.filter(({ number }) => number < first),
      )
  }
}

function listIn<Item>(lists: Map<string, Item[]>, name: string): Item[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
