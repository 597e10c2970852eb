import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, hitsOf, readKeyword } from './keywords.ts'

function found(keyword: string, text: string): string | null {
  const read = readKeyword(keyword)
  if (!read) return null
  const [hit] = hitsOf(read, fold(text))
  return hit ? text.slice(hit.start, hit.end) : null
}

test('wildcards say how a word may go on, as documented', () => {
  const cases = [
    ['cat*', 'Catapult', 'Cat'],
    ['cat*', 'the CAttLE', 'CAt'],
    ['cat*', 'education', null],
    ['the mat*', 'the matrix', 'the mat'],
    ['*cat', 'copyCat', 'Cat'],
    ['*cat', 'catch', null],
    ['*tra', 'orchesTRA!', 'TRA'],
    ['*the mat', 'breathe mat', 'the mat'],
    ['*cat*', 'eduCation', 'Cat'],
    ['*the mat*', 'breathe matter', 'the mat'],
    ['cat', 'a cat', 'cat'],
    ['cat', 'cats', null],
    ['cat', 'wildcat', null],
    ['cat', '(cat)', 'cat'],
    ['cat', 'catcat cat', 'cat'],
    ['the mat', 'on the mat', 'the mat'],
    ['the mat', 'the matter', null],
    ['i like c++', 'I like C++ much', 'I like C++'],
    ['straße', 'Die STRAßE', 'STRAßE'],
    ['éte', 'L’ÉTÉ ÉTE', 'ÉTE'],
    ['猫', '猫', '猫'],
    ['猫', '黒猫', null],
    ['*猫*', '黒猫だ', '猫'],
    ['*', 'anything', null],
    ['***', 'anything', null],
  ] as const
  for (const [keyword, text, expected] of cases) assert.equal(found(keyword, text), expected, `${keyword} in ${text}`)
})

test('folding keeps every place', () => {
  for (const text of ['İstanbul', 'ẞ', '𐐀 𐐨', 'ǅ', 'plain']) assert.equal(fold(text).length, text.length, text)
})
