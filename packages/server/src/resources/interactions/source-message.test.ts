import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answering, sourceMessage } from './answer.ts'

/** A store that finds no ephemeral message and fails when the message itself is read. */
function failingStore(): Answering {
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads > 1) throw new Error('disk failure')
  }
  const work = { first: read, firstPrepared: read }
  return { work, place: { channel: { id: 1n }, view: null } } as unknown as Answering
}

test('a store that fails is no missing source message', async () => {
  await assert.rejects(sourceMessage(failingStore(), 2n), /disk failure/)
})
