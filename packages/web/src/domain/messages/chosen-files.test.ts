import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILE_MAX_BYTES } from '@guildhall/protocol'
import { fileBytesMax, withFiles } from './chosen-files.ts'

const file = (name: string, size = 1) => ({ name, size }) as File

test('withFiles leaves out files above the limit and names the first of them', () => {
  const { files, refusal } = withFiles([], [file('a.txt'), file('b.bin', 2_049), file('c.bin', 9_999)], 2_048)
  assert.deepEqual(
    files.map(({ file: { name } }) => name),
    ['a.txt'],
  )
  assert.equal(refusal, 'b.bin has 2.0 KB. A file may have at most 2.0 KB.')
})

test('withFiles keeps at most ten files, and files of one name apart', () => {
  const { files: ten, refusal: none } = withFiles(
    [],
    Array.from({ length: 10 }, () => file('image.png')),
    10,
  )
  assert.equal(none, null)
  assert.equal(new Set(ten.map(({ key }) => key)).size, 10)
  const { files, refusal } = withFiles(ten, [file('one more')], 10)
  assert.equal(files.length, 10)
  assert.equal(refusal, 'A message may have at most 10 files.')
})

test("fileBytesMax is the larger one of the person's and the guild's limit", () => {
  assert.equal(fileBytesMax(null, undefined), FILE_MAX_BYTES)
  assert.ok(fileBytesMax({ premium_type: 0 }, { premium_tier: 3 }) > FILE_MAX_BYTES)
  assert.equal(
    fileBytesMax({ premium_type: 2 }, { premium_tier: 1 }),
    fileBytesMax({ premium_type: 2 }, { premium_tier: 0 }),
  )
})
