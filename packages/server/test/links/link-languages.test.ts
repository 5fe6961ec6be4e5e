import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LinkBrowser, makeLink } from '../support/links/link-browser.js'
import { useHarness } from '../support/server/harness.js'

const LANGUAGES = readdirSync(new URL('../../src/checkout/locales/', import.meta.url)).map((file) =>
  file.replace('.json', ''),
)

describe('the page of a payment link', () => {
  const shared = useHarness()

  it.each(LANGUAGES)('is written in %s, and keeps the language on the way to the checkout', async (tag) => {
    const { harness } = shared
    const keys = await harness.register()
    const link = await makeLink(harness, keys, { description: 'Deux billets' })
    const asked = new LinkBrowser(harness, `${link.url}`)
    const { html, headers } = await asked.open({ 'accept-language': `${tag}, en;q=0.5` })
    expect(headers.get('content-language')).toBe(tag)
    expect(html).toContain(`<html lang="${tag}" dir="${['ar', 'fa'].includes(tag) ? 'rtl' : 'ltr'}">`)
    expect(html).not.toMatch(/\{\w+\}(?![^<]*<\/style>)/)
    const page = `${link.url}?lang=${tag}`
    const form = await fetch(page).then((response) => response.text())
    expect(form).toMatch(new RegExp(`<form[^>]+action="[\\w-]{22}\\?lang=${tag}"`))
    const body = new URLSearchParams({ network: 'ERC20' })
    const paid = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    expect(paid.headers.get('location')).toMatch(new RegExp(`^\\.\\./pay/[\\w-]{22}\\?lang=${tag}$`))
  })
})
