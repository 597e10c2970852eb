import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looksLikeSpam, nothingRecent, raidOf, repeats } from './spam.ts'

test('the same said a fifth time within half a minute is spam', () => {
  const recent = nothingRecent()
  const said = [0, 1, 2, 3].map((at) => repeats(recent, 1n, 'Buy this', at * 1000))
  assert.deepEqual(said, [false, false, false, false])
  assert.equal(repeats(recent, 1n, ' buy THIS ', 4000), true)
  assert.equal(repeats(recent, 2n, 'Buy this', 4000), false, 'another author')
  assert.equal(repeats(recent, 1n, 'something else', 5000), false)
  assert.equal(repeats(recent, 1n, 'Buy this', 60_000), false, 'long after')
})

test('short texts may be said again, and nobody is remembered without bound', () => {
  const recent = nothingRecent()
  for (let at = 0; at < 20; at += 1) assert.equal(repeats(recent, 1n, 'ok', at), false)
  for (let id = 2n; id < 3_000n; id += 1n) repeats(recent, id, 'hello there', 0)
  assert.ok(recent.texts.size <= 1_000)
  assert.ok((recent.texts.get(2_999n)?.length ?? 0) <= 10)
})

test('what spam looks like, and what does not', () => {
  const cases = [
    ['a'.repeat(100), true],
    ['a'.repeat(99), false],
    [`z${'\u0300'.repeat(40)}`, true],
    ['Größe und Öl für die Ärztin', false],
    [Array(9).fill('join us').join('\n'), true],
    ['one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine', false],
    ['a.example/invite/aaa b.example/invite/bbb c.example/invite/ccc d.example/invite/ddd', true],
    ['a.example/invite/aaa', false],
    ['', false],
  ] as const
  for (const [text, expected] of cases) assert.equal(looksLikeSpam(text), expected, text.slice(0, 40))
})

test('a raid begins with forty mentions of three members, and lasts ten minutes', () => {
  const recent = nothingRecent()
  const mention = (userId: bigint, count: number, at: number) => raidOf(recent, { userId, count }, at)
  assert.deepEqual(mention(1n, 30, 0), { on: false, begins: false })
  assert.deepEqual(mention(2n, 9, 1000), { on: false, begins: false }, 'too few')
  assert.deepEqual(mention(2n, 9, 2000), { on: false, begins: false }, 'of two members')
  assert.deepEqual(mention(3n, 1, 3000), { on: true, begins: true })
  assert.deepEqual(mention(4n, 1, 4000), { on: true, begins: false })
  assert.deepEqual(mention(4n, 0, 4000), { on: false, begins: false }, 'who mentions nobody is left alone')
  assert.deepEqual(mention(4n, 1, 3000 + 600_000), { on: false, begins: false }, 'over')
  const slow = nothingRecent()
  for (let step = 0; step < 10; step += 1)
    assert.equal(raidOf(slow, { userId: BigInt(step), count: 10 }, step * 31_000).on, false, 'spread out')
})
