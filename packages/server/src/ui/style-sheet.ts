import { type Inline, inline } from './inline.js'
import { COLORS, type Pair } from './tokens.js'

/** The CSS rules of one component, and the components that it is built from. */
export interface Rules {
  readonly css: string
  readonly uses: readonly Rules[]
}

/** Declares the rules of a component. @param uses rules that come before, because the component contains those components */
export const rules = (css: string, ...uses: readonly Rules[]): Rules => ({ css, uses })

/** Makes the style sheet of a page from the rules of the components on it. Call it once, at start. */
export const styleSheet = (...components: readonly Rules[]): Inline => inline(cssOf(components))

/** Returns the rules in order and without repetition, minified, after the colours that they name. */
function cssOf(components: readonly Rules[]): string {
  const css = minify([...inOrder(components)].map((each) => each.css).join('\n'))
  const named = new Set([...css.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => name))
  const used = Object.entries(COLORS).filter(([name]) => named.has(name))
  return colorProperties(Object.fromEntries(used)) + css
}

/** Sets custom properties in both modes; a pair of two equal colours is set once. */
export function colorProperties(colors: Readonly<Record<string, Pair>>): string {
  const entries = Object.entries(colors)
  const light = entries.map(([name, [color]]) => `--${name}:${short(color)}`)
  const dark = entries
    .filter(([, [lightColor, darkColor]]) => lightColor !== darkColor)
    .map(([name, [, color]]) => `--${name}:${short(color)}`)
  return `:root{${light.join(';')}}@media screen and (prefers-color-scheme:dark){:root{${dark.join(';')}}}`
}

/** Writes `#ffffff` as `#fff`. */
const short = (color: string): string => color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3')

function inOrder(components: readonly Rules[], found = new Set<Rules>()): ReadonlySet<Rules> {
  for (const component of components) {
    if (found.has(component)) continue
    inOrder(component.uses, found)
    found.add(component)
  }
  return found
}

/** Removes comments and white space. Strings in the rules must not contain punctuation with spaces around it. */
const minify = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
