import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeyword, fold, parseKeyword } from './keywords.ts'

function found(keyword: string, text: string): string | null {
  const parsed = parseKeyword(keyword)
  const folded = fold(text)
  const [hit] = parsed ? findKeyword(parsed, folded.text) : []
  const range = hit && folded.original(hit.start, hit.end)
  return range ? text.slice(range.start, range.end) : null
}

test('findKeyword follows the documented wildcards', () => {
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

test('findKeyword finds folded letters and returns the original range', () => {
  const cases = [
    ['cat', 'a c\u200ba\u00adt!', 'c\u200ba\u00adt'],
    ['cat', 'ＣＡＴ', 'ＣＡＴ'],
    ['cat', '🐈 𝐜𝐚𝐭 🐈', '𝐜𝐚𝐭'],
    ['office', 'the oﬃce', 'oﬃce'],
    ['c\u200bat', 'cat', 'cat'],
    ['cat', 'İ cat', 'cat'],
    ['far', 'får', null],
    ['cat', 'c a t', null],
  ] as const
  for (const [keyword, text, expected] of cases) assert.equal(found(keyword, text), expected, `${keyword} in ${text}`)
})
