import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { baseRules, touchRules } from './base.js'
import { brandRules, initials } from './brand.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { count, segmentsRules } from './tabs.js'
import { MEDIUM, NARROW, RADIUS, TYPE } from './tokens.js'

export interface NavItem {
  readonly href: string
  readonly text: string
  readonly icon: IconName
  readonly isHere: boolean
  readonly count?: Content
  /** The count asks for attention. */
  readonly isUrgent?: boolean
}

export interface NavGroup {
  /** Absent for the first group. */
  readonly title?: string
  readonly items: readonly NavItem[]
}

export interface ShellOptions {
  readonly brand: {
    readonly href: string
    readonly mark: Html
    readonly name: Content
    readonly line: Content
  }
  /** The segments Live and Test, between the brand and the menu. */
  readonly environments?: Html
  readonly groups: readonly NavGroup[]
  /** The items that the bar at the bottom of phones has, at most three; all others are under "More". */
  readonly onPhones: readonly string[]
  /** The person who is signed in, at the end of the side: a name, a line below it, the own page, and the form that signs out. */
  readonly person: {
    readonly name: string
    readonly line: Content
    readonly href?: string
    readonly action?: Html
  }
  /** Form with the search field. */
  readonly search: Html
  /** At the end of the bar at the top: states of networks, or a button. */
  readonly end?: Html
  /** Above everything, on pages of the test environment. */
  readonly ribbon?: Content
  readonly main: Html
  /** `side` names the column that holds brand, menu and person. */
  readonly words: {
    readonly skip: string
    readonly side: string
    readonly navigation: string
    readonly more: string
  }
}

export const ribbonRules = rules(`
.ribbon{margin:0;padding:6px 16px;line-height:21px;background:var(--ribbon);color:#fff;text-align:center;font-size:${TYPE[14]};font-weight:600}
@media print{.ribbon{margin-block-end:16px;border:1px solid;background:none;color:inherit}}
`)

export const ribbon = (text: Content): Html => html`<aside class="ribbon">${text}</aside>`

export const skipRules = rules(`
.skip{position:absolute;inset:8px auto auto 8px;z-index:9;padding:8px 16px;border-radius:${RADIUS.button};background:var(--card);color:var(--tint)}
.skip:not(:focus){inline-size:1px;block-size:1px;padding:0;overflow:hidden;clip-path:inset(50%)}
`)

/** The first element of a page; it leads to `<main id="main" tabindex="-1">`. */
export const skipLink = (text: string): Html => html`<a class="skip" href="#main">${text}</a>`

export const shellRules = rules(
  `
.app{display:grid;grid-template-columns:236px minmax(0,1fr);min-block-size:100vh;background:var(--card)}
:where(.ribbon)+.app{min-block-size:calc(100vh - 33px)}
.ribbon+.app .side>div{max-block-size:calc(100vh - 33px)}
.side{border-inline-end:1px solid var(--line);background:var(--bg)}
.side>div{position:sticky;inset-block-start:0;display:flex;flex-direction:column;gap:12px;block-size:100vh;overflow-y:auto;padding:16px 12px}
.brand{display:flex;align-items:center;gap:10px;padding-inline:8px;color:inherit;text-decoration:none}
.brand img{inline-size:30px;block-size:30px;flex:none;border-radius:${RADIUS.button};object-fit:contain}
.brand strong{font-size:${TYPE[15]};font-weight:650;display:block;line-height:1.3;overflow-wrap:anywhere}
.brand span span,.person span span{display:block;color:var(--dim);font-size:${TYPE[12]}}
.menu{list-style:none;padding:0}
.menu a{display:flex;align-items:center;gap:10px;min-block-size:36px;padding:4px 10px;border:1px solid transparent;border-radius:${RADIUS.button};color:var(--dim);font-weight:550;text-decoration:none}
.menu a:hover{color:var(--text)}
.menu [aria-current]{background:var(--card);border-color:var(--line);color:var(--text);font-weight:600}
.menu [aria-current] .icon{color:var(--tint)}
.menu .count{margin-inline-start:auto}
.menu-title{padding:12px 10px 4px;color:var(--faint);font-size:${TYPE[12]};font-weight:600}
.person,.person>a{display:flex;align-items:center;gap:10px}
.person{margin-block-start:auto;padding:12px 8px 0;border-block-start:1px solid var(--line);font-size:${TYPE[13]}}
.person strong{font-weight:600}
.person span:not(.initials){flex:1;min-inline-size:0;overflow-wrap:anywhere}
.person:has(a){flex-wrap:wrap}
.person>a{flex:1 1 auto;max-inline-size:100%;color:inherit;text-decoration:none}
.person>a:hover strong{text-decoration:underline}
.person .button{padding-inline:8px}
.top{display:flex;align-items:center;justify-content:space-between;gap:12px;min-block-size:56px;padding:10px 28px;border-block-end:1px solid var(--line)}
.top>form{flex:0 1 400px;min-inline-size:0}
.top-end{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px;font-size:${TYPE[13]}}
.main{padding:24px 28px 44px;max-inline-size:1280px}
.main>:is(.card,.columns,.stats,.tabs){margin-block-start:16px}
.page-head{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:8px 16px;margin-block-end:16px}
.page-head>:first-child{flex:1 1 400px;min-inline-size:0}
.page-head h1{font-size:${TYPE[22]};font-weight:670;overflow-wrap:anywhere}
.page-head p{color:var(--dim)}
.path{display:flex;flex-wrap:wrap;align-items:center;gap:6px;font-size:${TYPE[13]};color:var(--dim)}
.path a{color:inherit;text-decoration:none}
.path>span{min-inline-size:0;overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:minmax(0,1fr) 340px;gap:20px;align-items:start}
.columns.even{grid-template-columns:1fr 1fr;gap:16px}
.bottom{display:none}
@media ${MEDIUM}{
.app{grid-template-columns:96px minmax(0,1fr)}
.side>div{padding:12px 3px}
.side .brand{justify-content:center}
.side :is(.brand,.person,.person>a)>span:not(.initials){min-inline-size:0;text-align:center}
.side .brand>span:not(.initials),.side .person strong{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.side .segments{flex-direction:column}
.side .menu a{flex-direction:column;gap:2px;padding:6px 0;font-size:${TYPE[12]};line-height:1.3;text-align:center;hyphens:auto;overflow-wrap:anywhere}
.side .menu .icon{inline-size:18px;block-size:18px}
.side .menu .count{margin:0}
.side .menu-title{margin-block:8px;padding:0;border-block-start:1px solid var(--line);font-size:0}
.side :is(.person,.person>a){flex-direction:column;padding-inline:0}
.side .person form{margin:0}
.side .person .button{padding-inline:4px;font-size:${TYPE[12]}}
.top,.main{padding-inline:24px}
}
@media (max-width:1023.98px){.columns,.columns.even{grid-template-columns:minmax(0,1fr)}}
@media ${NARROW}{
.app{display:block;padding-block-end:64px}
.side{display:none}
.top{padding:8px 16px}
.top>form{flex:1}
.top-end>:not(.keep),.top-end:not(:has(.keep)){display:none}
.main{padding:16px 16px 28px}
.page-head>:first-child{flex:initial}
.bottom{position:fixed;inset:auto 0 0;z-index:5;display:flex;border-block-start:1px solid var(--line);background:var(--card)}
.bottom>:is(a,details){flex:1;min-inline-size:0}
.bottom>a,.bottom summary{display:grid;justify-items:center;align-content:center;gap:2px;min-block-size:56px;color:var(--dim);font-size:${TYPE[12]};font-weight:600;text-decoration:none;list-style:none;cursor:pointer}
.bottom summary::-webkit-details-marker{display:none}
.bottom .icon{inline-size:20px;block-size:20px}
.bottom>[aria-current]{color:var(--tint)}
.sheet{position:fixed;inset:auto 0 57px;max-block-size:calc(100vh - 72px);overflow-y:auto;padding:16px;border-block-start:1px solid var(--line);background:var(--bg)}
.sheet .menu a{min-block-size:44px}
.sheet .person{margin-block-start:12px}
}
@media print{:root,.app{background:none}.side,.top,.bottom,.skip,.tabs,.pages,.path,.main form,.main .button{display:none}.app{display:block;min-block-size:0}.main{padding:0}.card,tr,.timeline>li{break-inside:avoid}}
`,
  baseRules,
  iconRules,
  skipRules,
  brandRules,
  segmentsRules,
  ribbonRules,
  touchRules,
)

/** The frame of console and dashboard: side, top, content, and a bar at the bottom of phones. */
export function shell(options: ShellOptions): Html {
  const { brand, environments, groups, person, search, end, main, words } = options
  const menu = joinHtml(groups.map(groupOf))
  const about = html`<span><strong>${person.name}</strong><span>${person.line}</span></span>`
  const own =
    person.href === undefined
      ? html`${initials(person.name)}${about}`
      : html`<a href="${person.href}">${initials(person.name)}${about}</a>`
  const signedIn = html`<div class="person">${own}${person.action ?? NOTHING}</div>`
  return html`${skipLink(words.skip)}${options.ribbon === undefined ? NOTHING : ribbon(options.ribbon)}<div class="app">
<aside class="side" aria-label="${words.side}"><div><a class="brand" href="${brand.href}">${brand.mark}<span><strong>${brand.name}</strong><span>${brand.line}</span></span></a>${environments ?? NOTHING}<nav aria-label="${words.navigation}">${menu}</nav>${signedIn}</div></aside>
<div><header class="top">${search}${end ? html`<div class="top-end">${end}</div>` : NOTHING}</header>
<main class="main" id="main" tabindex="-1">
${main}
</main></div>
${bottomOf(options, html`${environments ?? NOTHING}${menu}${signedIn}`)}</div>`
}

const groupOf = ({ title, items }: NavGroup): Html =>
  html`${title === undefined ? NOTHING : html`<p class="menu-title">${title}</p>`}<ul class="menu">${joinHtml(items.map(itemOf))}</ul>`

const itemOf = ({ href, text, icon: name, isHere, count: number, isUrgent }: NavItem): Html =>
  html`<li><a href="${href}"${current(isHere)}>${icon(name)}${text}${number === undefined ? NOTHING : count(number, isUrgent)}</a></li>`

function bottomOf({ groups, onPhones, words }: ShellOptions, sheet: Html): Html {
  const items = groups.flatMap((group) => group.items).filter(({ href }) => onPhones.includes(href))
  const links = items.map(
    ({ href, text, icon: name, isHere }) =>
      html`<a href="${href}"${current(isHere)}>${icon(name)}${text}</a>`,
  )
  return html`<nav class="bottom" aria-label="${words.navigation}">${joinHtml(links)}<details><summary>${icon('menu')}${words.more}</summary><div class="sheet">${sheet}</div></details></nav>`
}

const current = (isHere: boolean): Html => attributes({ 'aria-current': isHere ? 'page' : undefined })

export interface HeadOptions {
  readonly title: Content
  /** Beside the title: badges. */
  readonly badges?: Content
  readonly line?: Content
  /** Above the title: a link to the list that contains the page, and the name of the page in it. */
  readonly path?: {
    readonly label: string
    readonly link: { readonly href: string; readonly text: Content }
    readonly here: Content
  }
  /** Buttons at the end. */
  readonly actions?: Html
}

/** Title of a page, with the page's actions. */
export const pageHead = ({ title, badges, line, path, actions }: HeadOptions): Html =>
  html`<div class="page-head"><div>${
    path
      ? html`<nav class="path" aria-label="${path.label}">${html`<a href="${path.link.href}">${path.link.text}</a>${icon('chevron-right')}<span>${path.here}</span>`}</nav>`
      : NOTHING
  }<h1>${title} ${badges ?? NOTHING}</h1>${line === undefined ? NOTHING : html`<p>${line}</p>`}</div>${actions ?? NOTHING}</div>`
