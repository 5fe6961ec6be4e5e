import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { rules } from './style-sheet.js'
import { NARROW, RADIUS, TYPE } from './tokens.js'

/**
 * Where a cell stands below 820 px: `name` and `amount` on the first line, `note` and `status` on the second, `more` on
 * lines of their own. `none` is left out there.
 */
export type Place = 'name' | 'amount' | 'note' | 'status' | 'more' | 'none'

export interface Column<Row> {
  readonly title: Content
  readonly cell: (row: Row) => Content
  /** Figures are set at the end of the cell, in tabular figures. */
  readonly isNumber?: boolean
  readonly place: Place
  /** The title stands before the cell below 820 px. */
  readonly isLabelled?: boolean
}

export interface TableOptions<Row> {
  /** Says what the table lists, for screen readers. */
  readonly caption: string
  /** The first one names the row, and should be a link. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly isSelected?: (row: Row) => boolean
  /** Content below a row, over its whole width. */
  readonly detail?: (row: Row) => Html | undefined
}

export const tableRules = rules(`
.table{inline-size:100%;border-collapse:collapse}
.table caption{block-size:1px;inline-size:1px;position:absolute;overflow:hidden;clip-path:inset(50%)}
.table th,.table td{padding:10px 12px;text-align:start;border-block-end:1px solid var(--line)}
.table :is(th,td):first-child{padding-inline-start:16px}
.table :is(th,td):last-child{padding-inline-end:16px}
.table thead th{color:var(--faint);font-size:${TYPE[13]};font-weight:550;white-space:nowrap}
.table tbody th{font-weight:inherit}
.table .group th{padding-block:12px 4px;color:var(--dim);font-size:${TYPE[13]};font-weight:600}
.table .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.table [aria-current]>*{background:var(--soft)}
.table [aria-current]>:first-child{box-shadow:inset 3px 0 var(--accent)}
[dir=rtl] .table [aria-current]>:first-child{box-shadow:inset -3px 0 var(--accent)}
.table>tbody>:last-child>*{border-block-end:0}
.table .open>td{padding:16px}
.table a{text-decoration:none}
.table a:hover{text-decoration:underline}
.table .label{display:none}
.table td>.icon{vertical-align:middle}
.no-break{white-space:nowrap}
.url{display:inline-block;max-inline-size:15rem;overflow-wrap:anywhere}
.scroll{position:relative;overflow-x:auto;border-radius:${RADIUS.card}}
@media (min-width:820px){
:where(.folds>tbody>tr)>th{position:sticky;inset-inline-start:0;background:var(--card)}
.folds .mono{white-space:nowrap}
.folds bdi:not([dir]){overflow-wrap:anywhere}
}
@media (min-width:820px) and (max-width:1023.98px){
.table :is(th,td){padding-inline:8px}
.table thead th{white-space:normal}
.table .more{overflow-wrap:anywhere}
.table .more :is(a,button){overflow-wrap:break-word}
}
@media print{.table :is(th,td){padding-block:4px}}
@media screen and ${NARROW}{
.table.folds,.table.folds>tbody{display:block}
.table.folds>thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.table.folds>tbody>tr{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 12px;align-items:center;padding:12px 16px;border-block-end:1px solid var(--line)}
.table.folds>tbody>tr[aria-current]{background:var(--soft);box-shadow:inset 3px 0 var(--accent)}
[dir=rtl] .table.folds>tbody>tr[aria-current]{box-shadow:inset -3px 0 var(--accent)}
.table.folds [aria-current]>:first-child{box-shadow:none}
.table.folds>tbody>:last-child{border-block-end:0}
.table.folds>tbody>tr>:is(th,td){padding:0;border:0;text-align:start;overflow-wrap:anywhere;order:3}
.table.folds>tbody>tr>.name{order:0;flex:1 0 51%}
.table.folds .name .mono{white-space:nowrap}
.table.folds>tbody>tr>.amount{order:1;margin-inline-start:auto;text-align:end;font-weight:600}
.table.folds>tbody>tr>.note{order:2;flex:1 1 50%;min-inline-size:0;color:var(--dim)}
.table.folds>tbody>tr>.status{margin-inline-start:auto;text-align:end}
.table.folds>tbody>tr>.more,.table.folds>tbody>.open>td{order:4;flex:1 0 100%;max-inline-size:100%}
.table.folds>tbody>tr>.more{color:var(--faint);font-size:${TYPE[13]}}
.table.folds>tbody>tr>.none{display:none}
.table.folds .label{display:inline}
}
`)

/** A list of rows that fold into two lines below 820 px. A wider list scrolls inside itself, and its links by keyboard with it. */
export function table<Row>({ caption, columns, rows, isSelected, detail }: TableOptions<Row>): Html {
  const heads = columns.map(
    ({ title, isNumber }) =>
      html`<th scope="col"${attributes({ class: isNumber && 'number' })}>${title}</th>`,
  )
  const body = rows.map((row) => {
    const cells = columns.map(({ title, cell, place, isNumber, isLabelled }, at) => {
      const names = isNumber ? `number ${place}` : place
      return at === 0
        ? html`<th scope="row" class="${names}">${cell(row)}</th>`
        : html`<td class="${names}">${isLabelled ? html`<span class="label">${title} </span>` : NOTHING}${cell(row)}</td>`
    })
    const opened = detail?.(row)
    const below = opened
      ? html`<tr class="open"><td colspan="${columns.length}">${opened}</td></tr>`
      : NOTHING
    return html`<tr${attributes({ 'aria-current': isSelected?.(row) ? 'true' : undefined })}>${joinHtml(cells)}</tr>${below}\n`
  })
  return html`<div class="scroll"><table class="table folds"><caption>${caption}</caption><thead><tr>${joinHtml(heads)}</tr></thead><tbody>\n${joinHtml(body)}</tbody></table></div>`
}

interface PlainTableOptions<Row> extends Pick<TableOptions<Row>, 'caption' | 'rows'> {
  readonly columns: readonly Omit<Column<Row>, 'place' | 'isLabelled'>[]
  /** Stands above the rows that follow each other with the same title. */
  readonly groupOf?: (row: Row) => string
}

/** A small table of figures that keeps its columns and scrolls inside itself on narrow screens. */
export function plainTable<Row>({ caption, columns, rows, groupOf }: PlainTableOptions<Row>): Html {
  const heads = columns.map(
    ({ title, isNumber }) =>
      html`<th scope="col"${attributes({ class: isNumber && 'number' })}>${title}</th>`,
  )
  const groups = rows.map((row) => groupOf?.(row))
  const body = rows.map((row, at) => {
    const title = groups[at]
    const group =
      title === undefined || title === groups[at - 1]
        ? NOTHING
        : html`<tr class="group"><th scope="colgroup" colspan="${columns.length}">${title}</th></tr>\n`
    const cells = columns.map(
      ({ cell, isNumber }) => html`<td${attributes({ class: isNumber && 'number' })}>${cell(row)}</td>`,
    )
    return html`${group}<tr>${joinHtml(cells)}</tr>\n`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="table"><caption>${caption}</caption><thead><tr>${joinHtml(heads)}</tr></thead><tbody>\n${joinHtml(body)}</tbody></table></div>`
}
