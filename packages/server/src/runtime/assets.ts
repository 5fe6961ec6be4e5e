import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the folder with the files of a layer that are no modules: beside the chunks of the build, and in the sources the
 * layer itself.
 *
 * @param layer such as `checkout`
 */
const folderOf = (layer: string): URL => {
  const built = new URL(`${layer}/`, import.meta.url)
  return existsSync(built) ? built : new URL(`../${layer}/`, import.meta.url)
}

/** Reads such a file. @param path below the layer: `page.js` */
export const readAsset = (layer: string, path: string): string =>
  readFileSync(new URL(path, folderOf(layer)), 'utf8')

/**
 * Reads the texts of a layer's pages, by language tag: `en`, `pt-BR`.
 *
 * @typeParam File the types of the layer's files: with one that lacks a text, the call does not compile
 */
export function readLocales<
  Key extends string,
  File extends Readonly<Record<Key, string>> = Readonly<Record<Key, string>>,
>(layer: string): ReadonlyMap<string, File> {
  const tags = readdirSync(new URL('locales/', folderOf(layer))).map((file) => file.replace(/\.json$/, ''))
  return new Map(
    tags.sort().map((tag) => [tag, JSON.parse(readAsset(layer, `locales/${tag}.json`)) as File]), // Languages compares them
  )
}
