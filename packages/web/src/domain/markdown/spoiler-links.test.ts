import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './parse.ts'
import { spoilerLinks } from './spoiler-links.ts'

test('spoilerLinks finds the links in spoilers, at any depth, and no others', () => {
  for (const [text, expected] of [
    ['https://a.example/ and ||https://b.example/x||', ['https://b.example/x']],
    ['||**[text](https://c.example)** and https://d.example/||', ['https://c.example/', 'https://d.example/']],
    ['- ||https://e.example/||', ['https://e.example/']],
    ['`||https://f.example/||`', []],
  ] as const)
    assert.deepEqual([...spoilerLinks(parseMarkdown(text))], expected, text)
})
