import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VoiceControl } from './voice-control.ts'

test('one owner changes the voice settings at a time, and its end restores them', () => {
  const voice = new VoiceControl()
  const [one, other] = [{}, {}]
  assert.equal(voice.lock(one), true)
  assert.equal(voice.lock(other), false)
  voice.change({ mute: true })
  assert.deepEqual(voice.changeUser('7', { volume: 20 }), { volume: 20, mute: false, pan: { left: 1, right: 1 } })
  assert.equal(voice.unlock(other), false)
  assert.equal(voice.unlock(one), true)
  assert.equal(voice.settings.mute, false)
  assert.equal(voice.users.size, 0)
  assert.equal(voice.lock(other), true)
})
