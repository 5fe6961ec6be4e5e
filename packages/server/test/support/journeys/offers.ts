import type { Visitor } from './visitor.js'

interface Offer {
  /** The path of the route, with its variable parts. */
  readonly route: string
  /** The page that offers it. */
  readonly from: string
}

/** Links and forms of the pages that a person sees. */
export interface Offers {
  /** Links, with the status of the page behind each. */
  readonly links: readonly (Offer & { readonly status: number | undefined })[]
  /** Buttons that send a form. */
  readonly forms: readonly Offer[]
}

/** Addresses of one route that are looked at: they differ by what they show. */
const MOST_OF_A_ROUTE = 3

/**
 * Walks through an area by every link that its pages offer, and lists the forms on them without sending any.
 *
 * @param base path of the area
 * @param routes the first one whose path matches is the route of a link
 */
export async function offersOf(
  { page }: Visitor,
  base: string,
  routes: readonly { readonly path: string }[],
): Promise<Offers> {
  const patterns = routes.map(
    ({ path }) => [path, RegExp(`^${base}${path.replace(/:\w+/g, '[^/]+')}$`)] as const,
  )
  const routeOf = (path: string) => patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? path
  const links: (Offer & { status: number | undefined })[] = []
  const forms = new Map<string, Offer>()
  const waiting = new Map([[page.url(), 'the sign-in']])
  const counts = new Map<string, number>()
  for (const [url, from] of waiting) {
    const { pathname } = new URL(url)
    const route = routeOf(pathname)
    const count = counts.get(route) ?? 0
    if (count === MOST_OF_A_ROUTE) continue
    counts.set(route, count + 1)
    // A browser would save a file.
    if (route.endsWith('.csv')) {
      links.push({ route, from, status: (await page.request.get(url)).status() })
      continue
    }
    links.push({ route, from, status: (await page.goto(url))?.status() })
    for (const { href, isForm } of (await page.evaluate(OFFERED)) as Target[]) {
      const { origin, pathname: path, search } = new URL(href)
      if (!path.startsWith(base) || path === `${base}/sign-out`) continue
      if (isForm) forms.set(path, { route: routeOf(path), from: pathname })
      else if (!waiting.has(`${origin}${path}${search}`)) waiting.set(`${origin}${path}${search}`, pathname)
    }
  }
  return { links, forms: [...forms.values()] }
}

interface Target {
  readonly href: string
  readonly isForm: boolean
}

/** Every link of the page, and where its forms go; a form without `post` leads to a page. */
const OFFERED = `[...document.querySelectorAll('a[href], form, button[formaction]')]
  .map((part) => part.matches('a') ? { href: part.href, isForm: false }
    : part.matches('button') ? { href: part.formAction, isForm: true }
    : { href: part.action, isForm: part.method === 'post' })`
