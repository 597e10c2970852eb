import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AudioModeType } from '../enums/index.ts'
import { CLOSED_GATE, type GateSettings, isOpen, stepGate } from './voice-gate.ts'

const VAD: GateSettings = {
  mode: AudioModeType.MODE_VAD,
  automatic: false,
  threshold: -40,
  isPushed: false,
  releaseDelayMs: 0,
}

/** Returns for each level, 20 ms apart, whether its frame is sent. */
function sent(levels: readonly number[], settings: GateSettings): boolean[] {
  let state = CLOSED_GATE
  return levels.map((level, frame) => {
    state = stepGate(state, settings, level, 1_000 + frame * 20)
    return isOpen(state, settings, 1_000 + frame * 20)
  })
}

test('a voice above the threshold opens the gate, which closes 300 ms after it', () => {
  assert.deepEqual(sent([-41, -40, -100], VAD), [false, true, true])
  const after = sent([-20, ...Array(20).fill(-80)], VAD)
  assert.equal(after.filter(Boolean).length, 15)
})

test('the automatic gate opens for what stands out from the background', () => {
  const automatic = { ...VAD, automatic: true }
  assert.equal(sent([-20], automatic)[0], true)
  const hum = sent(Array(600).fill(-55), automatic)
  assert.equal(hum.at(-1), false, 'a steady hum is background')
  assert.equal(sent([...Array(600).fill(-55), -40], automatic).at(-1), true)
  assert.equal(sent(Array(600).fill(-30), automatic).at(-1), true, 'a loud tone is sent however long it lasts')
  assert.equal(sent([-100, -70], automatic).at(-1), false)
})

test('push to talk sends while it is active and for the release delay after it, whatever the level', () => {
  const ptt = { ...VAD, mode: AudioModeType.MODE_PTT, releaseDelayMs: 50 }
  assert.deepEqual(sent([0, 0], ptt), [false, false])
  const state = stepGate(CLOSED_GATE, { ...ptt, isPushed: true }, -100, 1_000)
  assert.equal(isOpen(state, { ...ptt, isPushed: true }, 1_000), true)
  assert.equal(isOpen(stepGate(state, ptt, -100, 1_040), ptt, 1_040), true)
  assert.equal(isOpen(stepGate(state, ptt, -100, 1_060), ptt, 1_060), false)
})
