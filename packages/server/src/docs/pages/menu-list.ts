import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { icon } from '../../ui/icons.js'
import { rules } from '../../ui/style-sheet.js'
import { NARROW, RADIUS, TYPE } from '../../ui/tokens.js'
import { hrefOf } from '../links.js'
import type { MenuFolder, MenuGroup, MenuLink } from '../menu.js'

export const menuRules = rules(`
.menu p{padding:16px 10px 4px;font-size:${TYPE[12]};font-weight:650;color:var(--text)}
.menu>p:first-child{padding-block-start:0}
.menu ul{list-style:none;padding:0}
.menu :is(a,summary){display:flex;align-items:center;justify-content:space-between;gap:8px;min-block-size:31px;padding:4px 10px;border-radius:${RADIUS.button};font-size:${TYPE[14]};line-height:1.35}
.menu a{color:var(--dim);text-decoration:none}
.menu a:hover,.menu summary:hover{color:var(--tint)}
.menu summary{font-weight:600;cursor:pointer;list-style:none}
.menu summary::-webkit-details-marker{display:none}
.menu summary .icon{color:var(--faint)}
.menu [open]>summary .icon{rotate:90deg}
.menu details a{padding-inline-start:20px}
.menu [aria-current]{background:var(--soft);color:var(--tint);font-weight:600}
.menu small{font:600 .625rem ui-monospace,monospace;color:var(--ok)}
.menu small.GET{color:var(--info)}
.menu small.SSE{color:var(--ice)}
.menu small.DELETE{color:var(--bad)}
.menu small.PATCH{color:var(--warn)}
@media ${NARROW},(pointer:coarse){.menu :is(a,summary){min-block-size:44px}}
`)

/** Returns the folder that a page is in, with its group. */
export function placeOf(
  menu: readonly MenuGroup[],
  here: string,
): { readonly group: MenuGroup; readonly folder: MenuFolder } | undefined {
  for (const group of menu)
    for (const folder of group.folders)
      if (folder.links.some(({ slug }) => slug === here)) return { group, folder }
  return undefined
}

/** The menu as lists. The folder of the page is open, on other pages the first one of all. */
export function menuList(menu: readonly MenuGroup[], here: string): Html {
  const first = menu.flatMap(({ folders }) => folders)[0]
  const open = placeOf(menu, here)?.folder ?? first
  return joinHtml(
    menu.map(
      ({ title, links, folders }) =>
        html`<p>${title}</p>${listOf(links, here)}${joinHtml(folders.map((folder) => folderOf(folder, here, folder === open || folder.slug === here)))}
`,
    ),
  )
}

const folderOf = ({ title, links }: MenuFolder, here: string, isOpen: boolean): Html =>
  html`<details${isOpen ? html` open` : NOTHING}><summary>${title}${icon('chevron-right')}</summary>${listOf(links, here)}</details>`

function listOf(links: readonly MenuLink[], here: string): Html {
  if (links.length === 0) return NOTHING
  const items = links.map(({ slug, title, method }) => {
    const mark = method === undefined ? NOTHING : html`<small class="${method}">${method}</small>`
    return html`<li><a href="${hrefOf(slug, here)}"${slug === here ? html` aria-current="page"` : NOTHING}>${title}${mark}</a></li>
`
  })
  return html`<ul>${joinHtml(items)}</ul>`
}
