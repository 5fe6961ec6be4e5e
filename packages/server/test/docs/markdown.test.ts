import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../src/docs/markdown.js'

const print = (...lines: string[]) => renderMarkdown(lines.join('\n')).text

describe('Markdown of the reference as HTML', () => {
  it('escapes all text', () => {
    const hostile = '<script>alert("1")</script> & <img src=x onerror=\'1\'>'
    for (const markdown of [
      hostile,
      `# ${hostile}`,
      `- ${hostile}`,
      `\`${hostile}\``,
      `**${hostile}**`,
      `| ${hostile} |\n|---|`,
    ]) {
      const text = print(markdown)
      expect(text).toContain(
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;img src=x onerror=&#39;1&#39;&gt;',
      )
      expect(text).not.toMatch(/<script|<img/)
    }
    expect(print('```txt', hostile, '```')).not.toMatch(/<script|<img/)
  })

  it('refuses links that leave the reference', () => {
    for (const target of [
      'https://evil.example',
      'javascript:alert(1)',
      '//evil.example',
      '/v1/orders',
      'data:text/html,x',
    ])
      expect(() => print(`[here](${target})`)).toThrow('leaves the reference')
  })

  it('turns links between files into links between pages', () => {
    expect(print('[a](orders.md#list-orders), [b](../llms.txt), [c](#here)')).toBe(
      '<p><a href="orders#list-orders">a</a>, <a href="../llms.txt">b</a>, <a href="#here">c</a></p>',
    )
  })

  it('renders code unchanged, whatever is inside', () => {
    expect(print('`**a** [b](https://c.example)`')).toBe('<p><code>**a** [b](https://c.example)</code></p>')
    expect(print('[`Order`](objects.md)')).toBe('<p><a href="objects"><code>Order</code></a></p>')
    expect(print('```sh', '# no heading', '', '- no list', '```')).toContain('# no heading\n\n- no list')
  })

  it('makes every id unique', () => {
    expect(print('## Body', '', '## Body').match(/id="[^"]+"/g)).toEqual(['id="body"', 'id="body-1"'])
  })

  it('keeps escaped pipes in table cells', () => {
    expect(print('| a |', '|---|', '| `x \\| y` |')).toContain('<td><code>x | y</code></td>')
  })

  it('joins the lines of a paragraph and of an item, and ends a paragraph at a list', () => {
    expect(print('one', 'two', '- three', '  four')).toBe('<p>one two</p>\n<ul>\n<li>three four</li>\n</ul>')
    expect(print('1. one', '2. two')).toBe('<ol>\n<li>one</li>\n<li>two</li>\n</ol>')
  })

  it('groups fences with titles, one of them open', () => {
    const text = print(
      '```sh curl',
      'a',
      '```',
      '',
      '```ts TypeScript',
      'b',
      '```',
      '',
      '```json',
      'c',
      '```',
    )
    expect(text.match(/<details[^>]*><summary>[^<]*/g)).toEqual([
      '<details name="choice-1" open><summary>curl',
      '<details name="choice-1"><summary>TypeScript',
    ])
    expect(text).toContain('</details>\n<pre tabindex="0"><code data-language="json">c')
  })

  it('refuses a fence that is not closed', () => {
    expect(() => print('```sh', 'a')).toThrow('not closed')
  })
})
