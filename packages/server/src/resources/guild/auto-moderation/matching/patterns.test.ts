import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compilePattern } from './patterns.ts'

function found(source: string, text: string): string | null {
  const at = compilePattern(source).find(text)
  return at && text.slice(at.start, at.end)
}

test('compilePattern follows the syntax of Rust', () => {
  const cases = [
    ['(b|c)at', 'a Bat, a cat', 'cat'],
    ['(?i)hello', 'HELLO', 'HELLO'],
    ['^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$', '127.0.0.1', '127.0.0.1'],
    ['\\d+', 'room ٤٢', '٤٢'],
    ['^\\w+$', 'größe', 'größe'],
    ['[\\w-]+@', 'jürgen-k@', 'jürgen-k@'],
    ['a\\sb', 'a\u00a0b', 'a\u00a0b'],
    ['\\S\\S', 'a\u3000bc', 'bc'],
    ['\\W', 'größe!', '!'],
    ['\\u{1F408}', 'a 🐈', '🐈'],
    ['\\u00e9', 'é', 'é'],
    ['(?P<word>x)', 'x', 'x'],
    ['(?<word>x)', 'x', 'x'],
    ['[]a]+', 'b]a', ']a'],
    ['[^]a]+', ']ab', 'b'],
    ['[[:alpha:]]+', '12ab', 'ab'],
    ['\\[x\\]', '[x]', '[x]'],
    ['\\p{Greek}+', 'abc δέλτα', 'δέλτα'],
    ['a*', 'bbb', null],
    ['x', 'a 🐈 x', 'x'],
  ] as const
  for (const [source, text, expected] of cases) assert.equal(found(source, text), expected, `${source} in ${text}`)
})

test('compilePattern rejects invalid, unsupported and too large patterns', () => {
  const cases = [
    '(',
    '[a',
    'a{2,1}',
    '*',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '[a-z&&[^aeiou]]',
    '[a-z--b]',
    '[a[bc]]',
    '\\Qa\\E',
    '(((a{100}){100}){100})',
    '[a-z]{1,1000}',
    '(?x) a b',
  ]
  for (const source of cases) assert.throws(() => compilePattern(source), Error, source)
})

test('find takes linear time for every pattern', () => {
  const texts = ['a'.repeat(4000), `${'a'.repeat(3999)}!`, 'aA'.repeat(2000)]
  for (const source of ['(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*a){12}b', '([a-zA-Z]+)*1', '(a?){30}a{30}b', '(x+x+)+y']) {
    const pattern = compilePattern(source)
    const startedAt = performance.now()
    for (const text of texts) pattern.find(text)
    assert.ok(performance.now() - startedAt < 1_000, source)
  }
})

test('compilePattern compiles or rejects any source', () => {
  const letters = fc.constantFrom(...'ab01\\[](){}|*+?.^$-,:&~uUxpPdDwWsSQE<>=!'.split(''))
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 24 }), fc.string({ maxLength: 40 }), (source, text) => {
      let pattern: ReturnType<typeof compilePattern>
      try {
        pattern = compilePattern(source)
      } catch (error) {
        assert.ok(error instanceof Error)
        return
      }
      const at = pattern.find(text)
      if (at) assert.ok(at.start >= 0 && at.end > at.start && at.end <= text.length)
    }),
    { numRuns: 500 },
  )
})
