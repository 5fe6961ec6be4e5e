import { readFile, stat } from 'node:fs/promises'
import { NETWORKS } from '../../networks/networks.js'
import { readAddress } from '../../networks/spellings.js'

/** The operator's list of addresses to neither receive from nor pay: a file that may change at any time. */
export class Denylist {
  private addresses: ReadonlySet<string> = new Set()
  /** Version of the file at the last read, successful or not. */
  private version = ''
  /** Lookups wait while a new list is read. */
  private reading = Promise.resolve()

  private constructor(
    private readonly file: string,
    private readonly warn: (message: string) => void,
  ) {}

  /** @throws Error that names the invalid line, or the reason why the file cannot be read */
  static async open(file: string, warn: (message: string) => void): Promise<Denylist> {
    const list = new Denylist(file, warn)
    list.version = await versionOf(file)
    await list.read()
    return list
  }

  /**
   * Whether the list contains an address, in its network's spelling. A change that cannot be read leaves the list as
   * it was.
   */
  async has(address: string): Promise<boolean> {
    const version = await versionOf(this.file).catch(messageOf)
    if (version !== this.version) {
      // Set first: each fault is reported once, and later changes are read with the next lookup.
      this.version = version
      this.reading = this.read().catch((error: unknown) => {
        this.warn(`${messageOf(error)}; the previous list stays in use`)
      })
    }
    await this.reading
    return this.addresses.has(address)
  }

  private async read(): Promise<void> {
    this.addresses = parse(await readFile(this.file, 'utf8'))
  }
}

/** @throws Error that names the first invalid line */
function parse(text: string): Set<string> {
  const addresses = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim()
    if (entry === '') continue
    const encoded = NETWORKS.map((network) => readAddress(network, entry)).find((each) => each !== undefined)
    if (encoded === undefined) throw new Error(`line ${at + 1} is not an address`)
    addresses.add(encoded)
  }
  return addresses
}

async function versionOf(file: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)
