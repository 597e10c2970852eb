import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { packEtf, unpackEtf } from './etf.ts'

test('unpack reverses pack', () => {
  const key = fc.string().filter((text) => text !== '__proto__')
  const { term } = fc.letrec((tie) => ({
    term: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true }).filter((value) => !Number.isInteger(value)),
      fc.bigInt({ min: 2n ** 33n, max: 2n ** 64n - 1n }),
      fc.string(),
      fc.array(tie('term'), { maxLength: 4 }),
      fc.dictionary(key, tie('term'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(fc.property(term, (value) => assert.deepEqual(unpackEtf(packEtf(value)), value)))
})

test('terms as Erlang writes them', () => {
  const cases = [
    ['8361ff', 255],
    ['836280000000', -(2 ** 31)],
    ['83463ff8000000000000', 1.5],
    ['836e0400ffffffff', 4294967295n],
    ['836b0003010203', [1, 2, 3]],
    ['837703 6e696c', null],
    ['83640004 74727565', true],
    ['836802 6101 6102', [1, 2]],
    ['8374 00000001 7701 61 6a', { a: [] }],
  ] as const
  for (const [hex, value] of cases) {
    assert.deepEqual(unpackEtf(Buffer.from(hex.replaceAll(' ', ''), 'hex')), value, hex)
  }
})

test('short, overlong and unknown terms are refused', () => {
  for (const hex of ['', '61ff', '836d00000005616263', '8361ff00', '83ff', '836c0000000161016101']) {
    assert.throws(() => unpackEtf(Buffer.from(hex, 'hex')), hex)
  }
})
