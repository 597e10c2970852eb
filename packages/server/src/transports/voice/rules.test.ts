import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SpeakingFlag } from '@guildhall/protocol'
import { isAudible, mayHear, speakingShown } from './rules.ts'

const STATE = { mute: false, deaf: false, suppress: false }

for (const [name, change, audible, hears] of [
  ['member of a call', {}, true, true],
  ['muted member', { mute: true }, false, true],
  ['member of an audience', { suppress: true }, false, true],
  ['deafened member', { deaf: true }, true, false],
] as const) {
  test(`a ${name} is ${audible ? '' : 'not '}heard and ${hears ? 'hears' : 'does not hear'} others`, () => {
    assert.deepEqual([isAudible({ ...STATE, ...change }), mayHear({ ...STATE, ...change })], [audible, hears])
  })
}

test('others receive known speaking flags of an audible member, and PRIORITY with the permission', () => {
  const { MICROPHONE, SOUNDSHARE, PRIORITY } = SpeakingFlag
  const all = MICROPHONE | SOUNDSHARE | PRIORITY
  assert.equal(speakingShown(all, { audible: true, priority: true }), all)
  assert.equal(speakingShown(all, { audible: true, priority: false }), MICROPHONE | SOUNDSHARE)
  assert.equal(speakingShown(all, { audible: false, priority: true }), 0)
  assert.equal(speakingShown(MICROPHONE | 64, { audible: true, priority: true }), MICROPHONE)
})
