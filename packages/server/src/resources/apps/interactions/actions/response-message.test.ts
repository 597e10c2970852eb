import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InteractionResponder } from './responder.ts'
import { findResponderMessage } from './response-message.ts'

/** Returns a responder whose store has no ephemeral message and fails when it reads the message itself. */
function responderOfFailingStore(): Pick<InteractionResponder, 'work' | 'place'> {
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads > 1) throw new Error('disk failure')
  }
  const work = { first: read, firstPrepared: read }
  return { work, place: { channel: { id: 1n }, view: null } } as unknown as InteractionResponder
}

test('findResponderMessage rejects when the store fails', async () => {
  await assert.rejects(findResponderMessage(responderOfFailingStore(), 2n), /disk failure/)
})
