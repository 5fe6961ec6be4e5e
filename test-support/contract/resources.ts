import { type Contract, kindsOf, type Schema } from '../../tools/contract/document.js'

/** The first resources are prepared ones, with money. Of the others the newest are kept. */
const FIRST = 5
const NEWEST = 45

/** Ids of the resources of one merchant, by their brand in the contract. */
export class Resources {
  private readonly ids = new Map<string, string[]>()

  /** @param hidden ids that no request may name, such as those of the keys that sign */
  constructor(
    private readonly contract: Contract,
    private readonly hidden: readonly string[],
  ) {}

  /** Remembers the ids in a response of that schema. */
  collect(schema: Schema, value: unknown): void {
    for (const kind of kindsOf(this.contract, schema)) {
      const brand = kind['x-brand']
      if (brand !== undefined && typeof value === 'string') this.add(brand, value)
      if (Array.isArray(value)) for (const item of value) this.collect(kind.items ?? {}, item)
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(kind.properties ?? {}))
          this.collect(member, Reflect.get(value, name))
    }
  }

  /** An id of that brand: the newest one for 0, the oldest for -1; undefined where there is none. */
  find(brand: string, at: number): string | undefined {
    const known = this.ids.get(brand) ?? []
    return known.length === 0 ? undefined : known.at((-1 - at) % known.length)
  }

  add(brand: string, id: string): void {
    const known = this.ids.get(brand) ?? []
    if (known.includes(id) || this.hidden.includes(id)) return
    const all = [...known, id]
    this.ids.set(brand, [...all.slice(0, FIRST), ...all.slice(FIRST).slice(-NEWEST)])
  }
}
