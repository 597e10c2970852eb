/** Texts that are made to be expensive or to become something else than text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkdownNode } from './nodes.ts'
import { parseMarkdown } from './parse.ts'

const LENGTH = 4_000
/** Text that is repeated up to the length of the longest message. */
const UNITS = [
  ...['*', '**', '_', '__', '[', '![', '[](', '|', '||', '`', '```', '~', '~~', '<', '<@', '<t:', '</a', '\\', '&'],
  ...[
    '> ',
    '>>> ',
    '> a\n',
    '- ',
    '- a\n',
    '1. ',
    '  - a\n',
    '# ',
    '-# ',
    '\n',
    '*a ',
    '*a_b',
    '*a **b ',
    '||a',
    '__a',
  ],
  ...['<:aa:1>', '<img src=x onerror=alert(1)>', '[a](javascript:alert(1))', 'http://', 'www.a.', 'a@b.', '@everyone'],
  ...['\u202E', 'a\u0301\u0302\u0303', 'a'],
]

interface Facts {
  nodes: number
  depth: number
  hrefs: string[]
}

function factsOf(nodes: readonly MarkdownNode[], depth = 1): Facts {
  const facts: Facts = { nodes: nodes.length, depth, hrefs: [] }
  for (const node of nodes) {
    if (node.kind === 'link') facts.hrefs.push(node.href)
    const children = 'children' in node ? [node.children] : node.kind === 'list' ? node.items : []
    for (const below of children) {
      const more = factsOf(below, depth + 1)
      facts.nodes += more.nodes
      facts.depth = Math.max(facts.depth, more.depth)
      facts.hrefs.push(...more.hrefs)
    }
  }
  return facts
}

for (const unit of UNITS) {
  test(`${LENGTH} characters of ${JSON.stringify(unit)} become a bounded number of nodes`, () => {
    const { nodes, depth, hrefs } = factsOf(parseMarkdown(unit.repeat(LENGTH / unit.length)))
    assert.ok(nodes <= 2 * LENGTH, `${nodes} nodes`)
    assert.ok(depth <= 20, `${depth} levels`)
    assert.ok(hrefs.every((href) => /^https?:/.test(href)))
  })
}

test('addresses that are no web addresses stay text', () => {
  const schemes = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd']
  const others = [
    '//other.example',
    '/channels',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    '\u0001javascript:1',
  ]
  for (const address of [...schemes, ...others]) {
    for (const text of [`[a](${address})`, `<${address}>`, `[a](<${address}>)`, `![a](${address})`, address]) {
      assert.deepEqual(factsOf(parseMarkdown(text)).hrefs, [], text)
    }
  }
})
