import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DrivenBrowser } from '../../test-support/browsers/driven-browser.js'
import { root } from '../../tools/lib/run.js'
import { until } from '../lib/until.js'

/** axe is a dependency of the server's tests. */
const AXE = readFileSync(
  createRequire(`${root}/packages/server/package.json`).resolve('axe-core/axe.min.js'),
  'utf8',
)
const WIDTHS = [390, 820, 1024, 1440]
const HEIGHT = 900

/** The visible elements that overflow the window, where the page scrolls sideways. */
const OVERFLOWING = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 0.5)
  .map((part) => part.outerHTML.slice(0, 80))`

const VIOLATIONS = `(() => {
  ${AXE}
  return axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))
})()`

/** Goes through pages in one browser, and collects what is wrong with them. */
export class Tour {
  readonly faults: string[] = []
  pages = 0
  private dashboard = ''

  /** @param keep gets a picture of every page and width */
  constructor(
    private readonly browser: DrivenBrowser,
    private readonly keep?: (name: string, picture: Buffer) => void,
  ) {}

  /** Opens the page of an order, copies the address, pays by the test panel, and waits until the page says so by itself. */
  async pay(url: string): Promise<void> {
    await this.browser.open(url)
    await this.reaches(
      'a countdown',
      String.raw`/^\d\d:\d\d$/.test(document.querySelector('#left').textContent)`,
    )
    await this.browser.click('[data-copy=address]')
    await this.reaches(
      'the word that the address is copied',
      `document.body.innerText.includes('Address copied')`,
    )
    await this.check('checkout-pay')
    await this.browser.click('button[value=pay]')
    await this.reaches('the payment', `document.querySelector('main').dataset.row === 'paid'`)
    await this.check('checkout-paid')
  }

  /** Signs in by the button behind a link. */
  async signIn(url: string): Promise<void> {
    await this.browser.open(url)
    await this.check('sign-in')
    await this.browser.click('main button')
    await this.reaches('the dashboard', `location.pathname === '/dashboard'`)
    this.dashboard = await this.browser.evaluate<string>('location.origin + location.pathname')
  }

  /** Chooses a language of the dashboard. */
  async choose(language: string): Promise<void> {
    await this.browser.open(`${this.dashboard}/brand`)
    await this.browser.click(`button[name=language][value=${language}]`)
    await this.reaches(`the language ${language}`, `document.documentElement.lang === '${language}'`)
  }

  /** Looks at a page of the dashboard. */
  async look(path: string, language: string): Promise<void> {
    await this.browser.open(`${this.dashboard}${path}`)
    await this.check(`dashboard${path.replaceAll('/', '-')}-${language}`)
  }

  private async check(name: string): Promise<void> {
    this.pages += 1
    for (const width of WIDTHS) {
      await this.browser.resize(width, HEIGHT)
      // A window has a least width.
      const shown = await this.browser.evaluate<number>('innerWidth')
      const found = await this.browser.evaluate<string[]>(OVERFLOWING)
      this.faults.push(...found.map((part) => `${name} overflows ${shown} px: ${part}`))
      this.keep?.(`${name}-${shown}`, await this.browser.screenshot())
    }
    const violations = await this.browser.evaluate<string[]>(VIOLATIONS)
    const errors = this.browser.takeErrors()
    this.faults.push(...[...violations, ...errors].map((fault) => `${name}: ${fault}`))
  }

  /** While a page gives way to the next one, it cannot be asked. */
  private reaches(what: string, expression: string): Promise<void> {
    return until(what, () => this.browser.evaluate<boolean>(expression).catch(() => false))
  }
}
