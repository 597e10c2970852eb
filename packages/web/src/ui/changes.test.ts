import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changedFields,
  mergeBits,
  mergeFlags,
  type Pending,
  withChanges,
  withoutAgreed,
  withoutSent,
} from './changes.ts'

interface Look {
  name: string
  topic: string | null
  tags: readonly string[]
  bits: bigint
}

const SAVED: Look = { name: 'crew', topic: null, tags: ['a'], bits: 0b0001n }
const merges = { bits: mergeBits }
const changes = (patch: Partial<Look>, pending: Pending<Look> = {}) => withChanges(pending, SAVED, patch)

describe('changes over a saved value', () => {
  test('only changed fields are sent, and none that has its saved value again', () => {
    assert.deepEqual(changedFields(changes({ name: 'deck' }), SAVED), { name: 'deck' })
    assert.deepEqual(changedFields(changes({ name: 'crew' }, changes({ name: 'deck' })), SAVED), {})
    assert.deepEqual(changedFields(changes({ tags: ['a'] }), SAVED), {})
    assert.deepEqual(changedFields(changes({ tags: ['a', 'b'], topic: '' }), SAVED), { tags: ['a', 'b'], topic: '' })
  })

  test('a field that somebody else saves is not sent, and a field that both change keeps the own value', () => {
    const theirs = { ...SAVED, name: 'hull', topic: 'theirs' }
    assert.deepEqual(changedFields(changes({ topic: 'mine' }), theirs), { topic: 'mine' })
  })

  test('bits of one field are merged with those that somebody else has saved', () => {
    const mine = changes({ bits: 0b0011n })
    const table: [saved: bigint, sent: bigint | undefined][] = [
      [0b0001n, 0b0011n],
      [0b0101n, 0b0111n],
      [0b0000n, 0b0010n],
      [0b0011n, undefined],
    ]
    for (const [bits, sent] of table)
      assert.equal(changedFields(mine, { ...SAVED, bits }, merges).bits, sent, `saved ${bits.toString(2)}`)
    // A bit that was removed stays removed beside one that somebody else has set.
    assert.equal(changedFields(changes({ bits: 0n }), { ...SAVED, bits: 0b1001n }, merges).bits, 0b1000n)
    assert.equal(mergeFlags({ before: 1, after: 2 }, 5), 6)
  })

  test('a change that somebody else has saved too is dropped, and does not return when they change it again', () => {
    const mine = changes({ name: 'deck', topic: 'mine' })
    const agreed = withoutAgreed(mine, { ...SAVED, name: 'deck' })
    assert.deepEqual(changedFields(agreed, { ...SAVED, name: 'hull' }), { topic: 'mine' })
    assert.equal(withoutAgreed(mine, SAVED), mine)
  })

  test('after a save, a field that was changed again meanwhile is still pending', () => {
    const sent = changes({ name: 'deck', topic: 'one' })
    const now = changes({ topic: 'two' }, sent)
    assert.deepEqual(changedFields(withoutSent(now, sent), { ...SAVED, name: 'deck', topic: 'one' }), { topic: 'two' })
  })
})
