const symbolOf = (name: string) => Symbol.for(`@merchantpay/sdk/${name}`)

/**
 * Gives a class its name and a mark on its prototype. Two copies of this package in one process (an ES
 * module and a CommonJS one) share the mark through the global symbol registry.
 */
export function mark(type: { prototype: object }, name: string): void {
  Object.defineProperty(type, 'name', { value: name }) // bundlers rename classes
  Object.assign(type.prototype, { name, [symbolOf(name)]: true })
}

/** Tells whether a value carries the mark of a class; a class without one falls back to its prototype. */
export function isMarked(type: { name: string; prototype: object }, value: unknown): boolean {
  const symbol = symbolOf(type.name)
  if (Object.hasOwn(type.prototype, symbol)) return symbol in Object(value)
  return Function.prototype[Symbol.hasInstance].call(type, value)
}
