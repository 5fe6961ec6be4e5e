/**
 * Loads a package from this folder's own `node_modules`. Its types are not in the checkout, so whoever loads it
 * writes down what it uses of it.
 */
export const load = <T>(name: string): Promise<T> => import(name)
