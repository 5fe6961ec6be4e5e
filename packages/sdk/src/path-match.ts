import { PATH_VALUE } from './paths.js'

/** Tells whether a path is what a template makes of some valid values. */
export function matchesPath(template: string, path: string): boolean {
  const given = path.split('/')
  const parts = template.split('/')
  const fits = (part: string, index: number) => {
    const value = given[index] ?? ''
    return part.startsWith('{') ? PATH_VALUE.test(value) : part === value
  }
  return given.length === parts.length && parts.every(fits)
}
