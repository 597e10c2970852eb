import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SpeakingFlag } from '@guildhall/protocol'
import { commonVideoCodec, isAudible, isVisible, mayHear, speakingShown } from './rules.ts'

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

test('a camera is visible while the voice state says so, and not from the audience of a stage', () => {
  assert.equal(isVisible({ self_video: true, suppress: false }), true)
  assert.equal(isVisible({ self_video: false, suppress: false }), false)
  assert.equal(isVisible({ self_video: true, suppress: true }), false)
})

test('the codec of video is the first that all browsers have; clients without video do not count', () => {
  assert.equal(commonVideoCodec([]), 'VP8')
  assert.equal(commonVideoCodec([['H264', 'VP8'], []]), 'VP8')
  assert.equal(commonVideoCodec([['H264', 'VP8'], ['H264']]), 'H264')
})
