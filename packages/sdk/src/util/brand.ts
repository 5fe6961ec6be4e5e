/** A symbol that all copies of this package share. */
export const symbolOf = (name: string) => Symbol.for(`@merchantpay/sdk/${name}`)

/**
 * Gives a class its name and a mark on its prototype. Two copies of this package in one process (an ES
 * module and a CommonJS one) share the mark through the global symbol registry.
 */
export function mark(type: { prototype: object }, name: string): void {
  Object.defineProperty(type, 'name', { value: name }) // bundlers rename classes
  Object.assign(type.prototype, { name, [symbolOf(name)]: true })
}

/** Whether a value carries the mark of a class; undefined for a class without one. */
export function isMarked(type: { name: string; prototype: object }, value: unknown): boolean | undefined {
  const symbol = symbolOf(type.name)
  return Object.hasOwn(type.prototype, symbol) ? symbol in Object(value) : undefined
}
