import { toneRules } from '../ui/badge.js'
import { baseRules } from '../ui/base.js'
import { buttonRules } from '../ui/button.js'
import { factsRules } from '../ui/facts.js'
import { iconRules } from '../ui/icons.js'
import { toastRules } from '../ui/notice.js'
import { ribbonRules } from '../ui/shell.js'
import { rules } from '../ui/style-sheet.js'
import { RADIUS, SHADOW, TYPE } from '../ui/tokens.js'

/** From this width of a screen the order stands beside the payment. Paper, also wide paper, has one column. */
const WIDE = 'screen and (min-width:1000px)'

/** The rules of the page; the accent of a merchant is a style sheet of its own. */
export const checkoutRules = rules(
  `
:root{background:var(--bg)}
body{font-size:${TYPE[16]};padding-block-end:16px}
h2{font-size:${TYPE[14]};font-weight:500;color:var(--dim);letter-spacing:0}
:focus-visible{outline-offset:3px}
body>header,main,footer{max-inline-size:30rem;margin-inline:auto;padding-inline:16px}
main{padding-block:0 12px}
body>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 12px;padding-block:10px;position:relative}
.merchant{display:flex;align-items:center;gap:10px;min-inline-size:0;font-weight:600;overflow-wrap:anywhere}
.merchant img{block-size:34px;max-inline-size:9rem;object-fit:contain}
.initial{display:grid;place-items:center;flex:none;inline-size:34px;block-size:34px;border-radius:${RADIUS.button};background:var(--text);color:var(--card);font-weight:700}
.languages summary{display:flex;align-items:center;gap:6px;min-block-size:44px;color:var(--dim);font-size:${TYPE[14]};cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.languages nav{position:absolute;inset-inline:16px;z-index:9;display:grid;grid-template-columns:1fr 1fr;padding:8px;border:1px solid var(--line);border-radius:${RADIUS.card};background:var(--card);box-shadow:${SHADOW.sheet}}
.languages a{display:flex;align-items:center;min-block-size:44px;padding-inline:12px;color:var(--text);text-decoration:none}
.sheet{border:1px solid var(--line);border-radius:${RADIUS.sheet};background:var(--card);box-shadow:${SHADOW.sheet}}
.count,.part{padding:16px}
.count p{font-size:${TYPE[14]}}
.line{display:flex;align-items:center;gap:10px}
.line h1{flex:1;min-inline-size:0;font-size:${TYPE[18]}}
#left{font-size:${TYPE[18]};font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
.dot{flex:none;inline-size:10px;block-size:10px;border-radius:${RADIUS.pill};background:var(--mark,var(--accent));box-shadow:0 0 0 4px var(--soft);margin-inline:4px}
progress{display:block;appearance:none;inline-size:100%;block-size:5px;border:0;border-radius:${RADIUS.pill};background:var(--sunk);overflow:hidden;margin-block:10px 8px;color:var(--mark,var(--accent))}
progress.warn{block-size:8px;color:var(--warn-strong)}
progress::-webkit-progress-bar{background:none}
progress::-webkit-progress-value{background:currentColor;border-radius:${RADIUS.pill}}
progress::-moz-progress-bar{background:currentColor}
.strip{display:flex;gap:12px;padding:12px 16px;font-size:${TYPE[14]}}
.strip bdi{white-space:nowrap}
.strip .icon,.note .icon{margin-block-start:.15em}
.ends{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 12px}
p.ends{font-size:${TYPE[14]};color:var(--dim)}
.ends b{color:var(--text)}
.part.ends{border-block-end:1px solid var(--line)}
.part.ends>div{flex:1 1 auto;min-inline-size:0}
.amount{font-size:${TYPE[34]};font-weight:700;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.amount.long{font-size:1.625rem}
.amount small{font-size:${TYPE[16]};font-weight:500;letter-spacing:0;color:var(--dim)}
#amount,#address,#number{-webkit-user-select:all;user-select:all}
#address{display:block;inline-size:fit-content;max-inline-size:min(100%,21ch + 10px);margin-block:2px 12px;font-size:${TYPE[18]};line-height:1.6;color:var(--dim);overflow-wrap:anywhere}
#address b{padding:2px 3px;margin-inline:-3px 0;border-radius:${RADIUS.badge};background:var(--soft);color:var(--text);font-weight:600;white-space:nowrap}
#address b+b{margin-inline:0 -3px}
.button{min-block-size:46px;padding-inline:16px;border-radius:${RADIUS.field};font-size:${TYPE[15]}}
.or{display:flex;align-items:center;gap:12px;margin-block:16px 12px;color:var(--dim);font-size:${TYPE[14]}}
.or::before,.or::after{content:"";flex:1;border-block-start:1px solid var(--line)}
figure{text-align:center;font-size:${TYPE[14]}}
#qr{display:block;inline-size:min(200px,100%);margin:0 auto 8px;border:1px solid var(--line);border-radius:${RADIUS.card};background:#fff}
.note{display:flex;gap:10px;padding:16px 4px 0;font-size:${TYPE[14]}}
.steps{display:flex;gap:6px;padding:0;margin-block-start:16px;list-style:none;font-size:${TYPE[13]}}
.steps li{flex:1;padding-block-start:6px;border-block-start:3px solid var(--line);color:var(--dim);min-inline-size:0;overflow-wrap:anywhere}
.steps [aria-current]{border-color:var(--mark,var(--accent));color:var(--text);font-weight:600}
.hero{display:grid;justify-items:center;gap:8px;padding:28px 16px 20px;text-align:center}
.hero h1{font-size:${TYPE[22]};font-weight:670}
.hero p:not(.amount){color:var(--dim)}
.emblem{display:grid;place-items:center;inline-size:64px;block-size:64px;border-radius:${RADIUS.pill};font-size:1.75rem;margin-block-end:8px}
.ring{position:relative;display:grid;place-content:center;justify-items:center;inline-size:110px;block-size:110px;margin-block-end:8px}
.ring svg{position:absolute;inset:0;rotate:-90deg;fill:none;stroke:var(--sunk);stroke-width:9;stroke-linecap:round}
#ring{stroke:var(--mark,var(--accent))}
.ring b{font-size:${TYPE[30]};line-height:1.1}
.ring small,.stages p{font-size:${TYPE[14]};color:var(--dim)}
.stages{padding:16px;border-block-start:1px solid var(--line);list-style:none}
.stages li{position:relative;display:flex;gap:12px;padding-block-end:16px}
.stages li:last-child{padding:0;color:var(--dim)}
.stages li:not(:last-child)::before{content:"";position:absolute;inset-block:26px 2px;inset-inline-start:9px;border-inline-start:2px solid var(--line)}
.stages .done::before{border-color:var(--ok-strong)}
.stages .icon{inline-size:20px;block-size:20px;margin-block-start:2px;color:var(--tint)}
.stages .done .icon{color:var(--ok-strong)}
.stages :last-child>.icon{color:inherit}
.stages strong{font-weight:600}
.actions{display:grid;gap:8px;padding-block-start:0}
.part.ends+.actions{padding-block-start:16px}
.receipt{border-block-start:1px dashed var(--edge)}
.receipt .button{margin-block-start:16px}
.facts{font-size:${TYPE[15]}}
.facts dd{max-inline-size:100%}
.facts a{display:inline-flex;align-items:center;min-block-size:44px;min-inline-size:44px;margin-block:-11px}
.mono .middle{font-size:0}
.mono .middle::before{content:"…";font-size:${TYPE[14]}}
.stages a{display:inline-flex;align-items:center;min-block-size:44px;margin-block:-11px}
.more{margin-block-start:16px}
.more summary{display:flex;align-items:center;justify-content:space-between;min-block-size:48px;padding-inline:16px;font-size:${TYPE[15]};font-weight:600;cursor:pointer;list-style:none}
.more[open] summary{border-block-end:1px solid var(--line)}
.more .facts{padding:12px 16px}
.panel{margin-block-start:16px;padding:16px;border:1px dashed var(--warn-strong);border-radius:${RADIUS.sheet};background:var(--card);font-size:${TYPE[14]}}
.panel h2{display:flex;align-items:center;gap:8px;color:var(--warn);font-size:${TYPE[15]};font-weight:650}
.panel form{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin-block-start:12px}
.panel .button{display:grid;justify-content:stretch;align-content:center;gap:0;text-align:start;padding-block:8px;overflow-wrap:anywhere}
.panel .button code{font-size:${TYPE[12]};font-weight:500;color:var(--dim)}
.panel .primary{grid-column:1/-1;grid-template-columns:1fr auto;align-items:center}
.panel .primary code{color:inherit}
footer{padding-block:12px;color:var(--dim);font-size:${TYPE[13]};text-align:center}
.summary,.on-paper{display:none}
@media screen{.facts>.on-paper{display:none}}
.alone{padding-block-start:44px}
.alone .hero{padding-block:44px}
.alone .button{margin-block-start:8px}
@media (max-width:350px){.panel form{grid-template-columns:minmax(0,1fr)}}
@media (forced-colors:active){progress,.dot,.emblem,.steps li{border:1px solid}progress::-webkit-progress-value{background:Highlight}}
@media ${WIDE}{
body:has(.summary){display:grid;grid-template:auto auto auto 1fr/1fr 1fr;min-block-size:100vh;padding:0;background:linear-gradient(90deg,var(--bg) 50%,var(--card) 50%)}
[dir=rtl] body:has(.summary){background:linear-gradient(-90deg,var(--bg) 50%,var(--card) 50%)}
.ribbon{grid-column:1/-1}
body:has(.summary)>:is(header,.summary,footer){grid-column:1;inline-size:min(456px,100% - 88px);max-inline-size:none;margin-inline:auto 56px;padding-inline:0}
body:has(.summary)>header{grid-row:2;padding-block:60px 16px}
.languages nav{inset-inline:auto 0;inline-size:20rem}
.summary{display:block;grid-row:3;padding-block:16px}
.total+.price{margin-block:-24px 28px}
.total small{color:var(--dim);font-size:${TYPE[22]};font-weight:500;letter-spacing:0}
.total{font-size:${TYPE[48]};font-weight:700;line-height:1.2;letter-spacing:-.02em;margin-block-end:28px;overflow-wrap:anywhere}
.summary .facts{border-block-start:1px solid var(--line);font-size:${TYPE[14]}}
.summary .facts>div{padding-block:10px}
footer{grid-row:4;align-self:end;text-align:start;padding-block:28px}
main:not(.alone){grid-area:2/2/span 3;inline-size:min(456px,100% - 88px);max-inline-size:none;margin-inline:56px auto;padding:56px 0 28px}
main:not(.alone)>.sheet{border:0;border-radius:0;background:none;box-shadow:none}
main:not(.alone) :is(.count,.part,.stages){padding-inline:0}
.strip{border-radius:${RADIUS.field}}
.more{display:none}
.to{display:grid;grid-template-columns:216px minmax(0,1fr);gap:0 24px;align-items:start}
.to>div{grid-area:1/2}
.to figure{grid-area:1/1}
#qr{inline-size:100%}
#address{font-size:${TYPE[16]}}
.or{display:none}
}
@media print{
:root{color-scheme:light;background:none}
body{padding:0;background:none}
.languages,.button,.steps,.emblem,.panel,.toast,.summary,footer,.initial,.on-screen,.amount~p{display:none!important}
body>header,main{max-inline-size:none;margin:0;padding:0}
body>header{padding-block-end:12px;border-block-end:2px solid}
.on-paper{display:block}
header>.on-paper{text-align:end}
header b,.merchant{font-size:${TYPE[18]}}
header small{display:block;inline-size:100%;color:var(--dim);font-size:${TYPE[13]};font-weight:400}
.merchant{flex-wrap:wrap;gap:0 10px}
.sheet{border:0;box-shadow:none}
.hero{justify-items:start;text-align:start;padding-inline:0}
.hero:has(.amount){display:flex;flex-wrap:wrap;align-items:baseline}
.hero .amount{order:-1;inline-size:100%}
.hero h1{font-size:${TYPE[16]}}
.emblem.tone-ok+h1{color:var(--ok)}
.part{padding-inline:0}
.receipt{border:0}
.receipt>.on-paper{margin-block-start:24px;color:var(--dim);font-size:${TYPE[13]}}
.mono .middle{font-size:inherit}
.mono .middle::before{content:none}
.facts dd{margin-inline-start:0;text-align:start}
.facts>div{display:grid;grid-template-columns:10rem 1fr}
}
`,
  baseRules,
  iconRules,
  toneRules,
  buttonRules,
  factsRules,
  ribbonRules,
  toastRules,
)
