import { readFile, stat } from 'node:fs/promises'
import type { Network } from '../../domain/shared/types.js'
import { readAddress } from '../wallet/destination.js'

const NETWORKS: readonly Network[] = ['ERC20', 'TRC20']

/** Addresses whose money the operator does not take, and does not send any to: a file that may change at any time. */
export class Denylist {
  private addresses: ReadonlySet<string> = new Set()
  /** What the file looked like when it was read last, with or without success. */
  private version = ''
  /** Nobody is judged by the old list while a new one is being read. */
  private reading = Promise.resolve()

  private constructor(
    private readonly file: string,
    private readonly warn: (message: string) => void,
  ) {}

  /** @throws Error naming the line that is no address, or saying why the file cannot be read */
  static async open(file: string, warn: (message: string) => void): Promise<Denylist> {
    const list = new Denylist(file, warn)
    list.version = await versionOf(file)
    await list.read()
    return list
  }

  /** Whether it names an address, in its network's own spelling. A change that cannot be read leaves it as it was. */
  async has(address: string): Promise<boolean> {
    const version = await versionOf(this.file).catch(messageOf)
    if (version !== this.version) {
      // Noted first: one fault is told once, and what is written from here on is read with the next question.
      this.version = version
      this.reading = this.read().catch((error: unknown) => {
        this.warn(`${messageOf(error)}; the addresses of before are kept`)
      })
    }
    await this.reading
    return this.addresses.has(address)
  }

  private async read(): Promise<void> {
    this.addresses = parse(await readFile(this.file, 'utf8'))
  }
}

/** @throws Error naming the first line that is no address */
function parse(text: string): Set<string> {
  const addresses = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    const word = line.replace(/#.*/, '').trim()
    if (word === '') continue
    const spelled = NETWORKS.map((network) => readAddress(network, word)).find((each) => each !== undefined)
    if (spelled === undefined) throw new Error(`line ${at + 1} is no address`)
    addresses.add(spelled)
  }
  return addresses
}

async function versionOf(file: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)
