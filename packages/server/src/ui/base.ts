import { rules } from './style-sheet.js'
import { FONTS, NARROW, TYPE } from './tokens.js'

/** The start of every page: box model, colours, type, links, code and the focus ring. */
export const baseRules = rules(`
*{box-sizing:border-box}
:root{color-scheme:light dark;background:var(--bg);color:var(--text);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;font:${TYPE[14]}/1.5 ${FONTS.text};overflow-wrap:break-word}
h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset{margin:0}
h1,h2,h3{line-height:1.3;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
a{color:var(--tint);text-underline-offset:.15em}
code,pre,.mono{font-family:${FONTS.mono};font-size:.93em}
.mono{overflow-wrap:anywhere}
button,input,select,textarea{font:inherit;color:inherit;margin:0}
[hidden]{display:none!important}
.num{font-variant-numeric:tabular-nums}
.dim{color:var(--dim)}
.small{font-size:${TYPE[13]}}
.only-read{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--tint);outline-offset:2px}
h1:focus,main:focus{outline:0}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`)

/** Targets of a finger below 820 px, and where the pointer is coarse. */
export const touchRules = rules(`
@media ${NARROW},(pointer:coarse){.button,.tab,.pill,.segments a,summary,select,input{min-block-size:44px}}
`)
