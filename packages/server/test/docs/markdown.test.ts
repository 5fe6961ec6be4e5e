import { describe, expect, it } from 'vitest'
import { changelogText } from '../../src/docs/changelog.js'
import { codeColors, codeKey } from '../../src/docs/code/code-colors.js'
import { renderMarkdown } from '../../src/docs/markdown.js'
import { CodeBlocks } from '../../src/docs/pages/code-column.js'

const print = (...lines: string[]) => renderMarkdown(lines.join('\n'), new CodeBlocks(codeColors({}))).text

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

  it('joins fences in several languages, of which radio buttons choose one', () => {
    const text = print(
      ...['```sh Terminal', 'z', '```', ''],
      ...['```sh curl', 'a', '```', ''],
      ...['```ts TypeScript', 'b', '```', ''],
      ...['```json', 'c', '```'],
    )
    expect(text.match(/<div class="one [^"]*">/g)).toEqual([
      '<div class="one code-curl">',
      '<div class="one code-typescript">',
    ])
    expect(text.match(/<label for="[^"]*">[^<]*/g)).toEqual([
      '<label for="code-curl">curl',
      '<label for="code-typescript">TypeScript',
    ])
    expect(text.match(/<input type="radio"[^>]*>/g)).toHaveLength(6)
    expect(text.match(/ checked>/g)).toHaveLength(1)
    expect(text.match(/<pre [^>]*><code [^>]*>[a-z]/g)).toHaveLength(4)
  })

  it('gives a row the first code in it as its id, once', () => {
    const text = print('| Value | Means |', '|---|---|', '| 1 | `PAID` |', '| 2 | `PAID` |', '| 3 | no |')
    expect(text.match(/<tr[^>]*><td>\d/g)).toEqual(['<tr id="paid"><td>1', '<tr><td>2', '<tr><td>3'])
  })

  it('prints the colours of a code, and code without colours as it is', () => {
    const colors = codeColors({ [codeKey('js', 'if (a < 1)')]: 'b2-6g1-1' })
    expect(colors.print('js', 'if (a < 1)').text).toBe('<i class="b">if</i> (a &lt; <i class="g">1</i>)')
    expect(colors.print('js', '<b>').text).toBe('&lt;b&gt;')
  })

  it('shows of the links of a changelog their words only, below the heading of the page', () => {
    const text = changelogText(
      '# @merchantpay/openapi\n\n## 1.1.0\n\n- [a1b2c3d](https://code.example/c/a1b2c3d): filters\n  - [b](c.md)\n',
    )
    expect(text).toBe('### 1.1.0\n\n- a1b2c3d: filters\n  - b')
    expect(print(text)).toContain('<h3 id="110">1.1.0</h3>')
  })

  it('refuses a fence that is not closed', () => {
    expect(() => print('```sh', 'a')).toThrow('not closed')
  })
})
