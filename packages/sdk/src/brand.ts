const marks = new WeakMap<object, symbol>()

/**
 * Gives a class its name and a mark on its prototype. Two copies of this package in one process (an ES
 * module and a CommonJS one) share the mark through the global symbol registry.
 */
export function mark(type: { prototype: object }, name: string): void {
  const symbol = Symbol.for(`@merchantpay/sdk/${name}`)
  marks.set(type, symbol)
  Object.defineProperty(type, 'name', { value: name, configurable: true }) // bundlers rename classes
  Object.defineProperties(type.prototype, {
    [symbol]: { value: true },
    name: { value: name, configurable: true, writable: true },
  })
}

/** Tells whether a value carries the mark of a class; a class without one falls back to its prototype. */
export function isMarked(type: object, value: unknown): boolean {
  const symbol = marks.get(type)
  if (symbol === undefined) return Function.prototype[Symbol.hasInstance].call(type, value)
  return typeof value === 'object' && value !== null && symbol in value
}
