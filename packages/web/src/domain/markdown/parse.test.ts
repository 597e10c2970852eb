import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkdownNode } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

/** Returns nodes in a short form: `strong(text)`. */
function brief(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text' || node.kind === 'everyone') return node.text
      if (node.kind === 'break') return '/'
      if (node.kind === 'paragraph') return brief(node.children)
      if (node.kind === 'heading') return `h${node.depth}(${brief(node.children)})`
      if (node.kind === 'list') return `list${node.start ?? ''}(${node.items.map(brief).join('; ')})`
      if (node.kind === 'link') return `link ${node.href}(${brief(node.children)})`
      if ('children' in node) return `${node.kind}(${brief(node.children)})`
      if (node.kind === 'code') return `code(${node.text})`
      if (node.kind === 'code-block') return `block ${node.language}(${node.text})`
      if (node.kind === 'mention') return `${node.of} ${node.id}`
      if (node.kind === 'emoji') return `:${node.name}:`
      if (node.kind === 'timestamp') return `t ${node.timeMs} ${node.style}`
      return `/${node.name}`
    })
    .join('')
}

const CASES: [text: string, expected: string][] = [
  ['plain', 'plain'],
  ['**a** *b* _c_ __d__ ~~e~~', 'strong(a) emphasis(b) emphasis(c) underline(d) strike(e)'],
  ['***both***', 'emphasis(strong(both))'],
  ['snake_case_name', 'snake_case_name'],
  ['||hidden **bold**||', 'spoiler(hidden strong(bold))'],
  ['`x < y`', 'code(x < y)'],
  ['```js\nlet a\n```', 'block js(let a)'],
  ['# one\n## two\n### three\n#### four', 'h1(one)h2(two)h3(three)#### four'],
  ['-# small', 'subtext(small)'],
  ['> one\n> two\nthree', 'quote(one/two)three'],
  ['>>> one\ntwo', 'quote(one/two)'],
  ['>not a quote', '>not a quote'],
  ['- a\n- b', 'list(a; b)'],
  ['3. a\n4. b', 'list3(a; b)'],
  ['[name](https://example.com)', 'link https://example.com(name)'],
  ['[https://example.com](https://example.com/)', 'link https://example.com/(https://example.com)'],
  ['[https://bank.example](https://a.example)', '[https://bank.example](link https://a.example(https://a.example))'],
  [
    '[Go to www.bank.example](https://a.example)',
    '[Go to www.bank.example](link https://a.example(https://a.example))',
  ],
  [
    '[h**ttps://b.example**](https://a.example)',
    '[hstrong(ttps://b.example)](link https://a.example(https://a.example))',
  ],
  [
    '[ｈttps:/\u200b/b.example](https://a.example)',
    '[ｈttps:/\u200b/b.example](link https://a.example(https://a.example))',
  ],
  ['https://example.com/a_b', 'link https://example.com/a_b(https://example.com/a_b)'],
  ['[evil](javascript:alert(1))', '[evil](javascript:alert(1))'],
  ['[evil](data:text/html,x)', '[evil](data:text/html,x)'],
  ['<@1> <@!2> <@&3> <#4>', 'user 1 user 2 role 3 channel 4'],
  ['</ping:5>', '/ping'],
  ['<:wave:6><a:dance:7>', ':wave::dance:'],
  ['<t:1700000000:R>', 't 1700000000000 R'],
  ['@everyone and me@here.org', '@everyone and me@here.org'],
  ['<b>bold</b> <script>alert(1)</script>', '<b>bold</b> <script>alert(1)</script>'],
  ['![x](https://example.com/x.png)', '!link https://example.com/x.png(x)'],
  ['\\*not bold\\*', '*not bold*'],
  ['&lt;b&gt; &amp;', '&lt;b&gt; &amp;'],
  ['a\nb', 'a/b'],
  ['a\n\nb', 'a/b'],
  ['    indented', '    indented'],
  ['---', '---'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |/|---|---|/| 1 | 2 |'],
]

for (const [text, expected] of CASES) {
  test(`Markdown renders ${JSON.stringify(text)}`, () => assert.equal(brief(parseMarkdown(text)), expected))
}

test('hostile Markdown of 4,000 characters is parsed in bounded time', { timeout: 30_000 }, () => {
  const hostile = [
    '*'.repeat(4_000),
    '**a'.repeat(1_300),
    '__a'.repeat(1_300),
    '||'.repeat(2_000),
    '> '.repeat(2_000),
    '- '.repeat(2_000),
    '['.repeat(4_000),
    '[a]('.repeat(1_000),
    '`'.repeat(4_000),
    '<:a'.repeat(1_300),
    '~~a'.repeat(1_300),
    '<t:'.repeat(1_300),
    `${'a'.repeat(2_000)}\n`.repeat(2),
    '>>> '.repeat(1_000),
    '\\'.repeat(4_000),
    '_a_*b*'.repeat(660),
    '1. '.repeat(1_300),
    'https://a.b/('.repeat(300),
  ]
  for (const text of hostile) assert.ok(parseMarkdown(text).length > 0, text.slice(0, 12))
})
