/**
 * Imports a package from the `node_modules` of this folder. The checkout does not have its types, so the caller declares
 * the part that it uses.
 */
export const load = <T>(name: string): Promise<T> => import(name)
