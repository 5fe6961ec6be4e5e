import { describe, expect, it } from 'vitest'
import { contactLink } from '../../../src/domain/merchants/contact.js'

describe('the link of a support contact', () => {
  it.each([
    ['help@shop.example', 'mailto:help@shop.example'],
    ['help+usdt/2@shop.example', 'mailto:help%2Busdt%2F2@shop.example'],
    ['https://shop.example/hilfe?topic=ü', 'https://shop.example/hilfe?topic=%C3%BC'],
    ['HTTPS://SHOP.example', 'https://shop.example/'],
    ['https://shop.example/@team', 'https://shop.example/@team'],
  ])('the link of a support contact of %s is %s', (text, link) => expect(contactLink(text)).toBe(link))

  it.each([
    'http://shop.example/',
    'https://user@shop.example',
    'https://user:secret@shop.example/help',
    'https://shop.example\\@other.example',
    'https://shop.example/\thelp',
    'https://shop.example/\u202eknab',
    'help\u202e@shop.example',
    'javascript:help@shop.example',
    'help@shop@other.example',
  ])('is refused for %j', (text) => expect(contactLink(text)).toBeUndefined())
})
