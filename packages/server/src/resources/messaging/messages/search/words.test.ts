import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrasesOf, wordsOf } from './words.ts'

test('[END-37] wordsOf returns the words of a text', () => {
  const cases: [text: string, words: string[]][] = [
    ['', []],
    ['Hello, WORLD!', ['hello', 'world']],
    ['déjà vu — ÀÉÎ', ['deja', 'vu', 'aei']],
    ["it's <@123> https://a.example/x_y", ['it', 's', '123', 'https', 'a', 'example', 'x', 'y']],
    ['ｆｕｌｌ ﬁne', ['full', 'fine']],
    ['東京タワー tower', ['東', '京', 'タ', 'ワ', 'ー', 'tower']],
    ['हिन्दी 한국어 привет', ['हिन्दी', '한국어', 'привет']],
    ['\u{1f600} \u0000 "quoted" (a OR b) NOT*', ['quoted', 'a', 'or', 'b', 'not']],
    ['x'.repeat(300), ['x'.repeat(100)]],
  ]
  for (const [text, words] of cases) assert.deepEqual(wordsOf(text), words, text)
})

test('[END-37] phrasesOf separates words, joins characters of scripts without spaces, and joins everything without a gap', () => {
  assert.deepEqual(phrasesOf('Red  fox', 2), ['red', 'fox'])
  assert.deepEqual(phrasesOf('Red  fox', 0), ['red fox'])
  assert.deepEqual(phrasesOf('東京 tower', 2), ['東 京', 'tower'])
  assert.deepEqual(phrasesOf('東京 tower', 0), ['東 京 tower'])
  assert.deepEqual(phrasesOf(' ?! ', 2), [])
  assert.equal(phrasesOf('a '.repeat(500), 2).length, 64)
})
