import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileBlocks, contentBlockValue, mayHoldText } from './content-rules.ts'
import type { Block } from './model.ts'

const block = (kind: Block['kind'], given: string) => ({ kind, value: contentBlockValue(kind, given) ?? '' })
const mayHold = (blocks: readonly Pick<Block, 'kind' | 'value'>[], text: string) => {
  const compiled = compileBlocks(blocks)
  return compiled === null || mayHoldText(compiled, text, 'MESSAGE_BLOCKED_BY_AUTOMOD').ok
}

test('a blocked word is a whole word in any case', () => {
  const words = [block('word', 'Slur'), block('word', 'free  nitro'), block('word', 'c++'), block('word', 'straße')]
  for (const text of [
    'slur',
    'a SLUR!',
    'ｓｌｕｒ',
    's\u200blur',
    'get FREE\nnitro now',
    'I like C++',
    'STRASSE straße',
  ])
    assert.equal(mayHold(words, text), false, text)
  for (const text of ['', 'slurs', 'a_slur', 'slur2', 'xslur', 'free', 'free nitros', 'free the nitro', 'c', 'cc++'])
    assert.equal(mayHold(words, text), true, text)
})

test('a blocked domain includes those below it, in links with and without a scheme', () => {
  const links = [
    block('link', 'Evil.example'),
    block('link', 'https://ok.example/bad/'),
    block('link', 'bücher.example'),
  ]
  for (const text of [
    'https://evil.example',
    'see http://a.b.EVIL.example:8080/x?y',
    '[click](https://evil.example/)',
    'evil.example.',
    '<https://user:pw@evil.example/a>',
    'https://%65vil.example/',
    'https:\\\\evil.example',
    'https://evil。example',
    'https://ok.example/bad',
    'https://ok.example/bad/more?x',
    'https://xn--bcher-kva.example',
  ])
    assert.equal(mayHold(links, text), false, text)
  for (const text of [
    'https://notevil.example',
    'https://evil.example.org',
    'https://ok.example/',
    'ok.example/badly',
    'evil',
  ])
    assert.equal(mayHold(links, text), true, text)
})

test('values of each kind are normalized, and others are refused', () => {
  const hash = 'AB'.repeat(32)
  assert.equal(contentBlockValue('file_sha256', ` ${hash}`), hash.toLowerCase())
  assert.equal(contentBlockValue('link', 'HTTPS://Evil.example/A/'), 'evil.example/a')
  assert.equal(contentBlockValue('word', '  Bad   Word '), 'bad word')
  for (const [kind, given] of [
    ['word', '!!'],
    ['link', 'evil'],
    ['link', ''],
    ['file_sha256', 'abc'],
  ] as const)
    assert.equal(contentBlockValue(kind, given), null, `${kind} ${given}`)
})

test('nothing is compiled without blocks of messages and files', () => {
  assert.equal(compileBlocks([]), null)
  assert.equal(compileBlocks([{ kind: 'mail_domain', value: 'spam.example' }]), null)
})
