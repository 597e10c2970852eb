import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_SILENT, stepSilence } from './silence-watch.ts'

test('a microphone counts as silent after five seconds below the threshold, and not any more with a loud frame', () => {
  let state = stepSilence(NOT_SILENT, -60, -80, 1_000)
  assert.equal(state.isDetected, true)
  state = stepSilence(state, -60, -80, 5_999)
  assert.equal(state.isDetected, true)
  state = stepSilence(state, -60, -80, 6_000)
  assert.equal(state.isDetected, false)
  state = stepSilence(state, -60, -60, 6_020)
  assert.equal(state.isDetected, true)
})

test('a threshold of -100 dBFS switches the watch off', () => {
  let state = stepSilence(NOT_SILENT, -100, -100, 0)
  state = stepSilence(state, -100, -100, 60_000)
  assert.equal(state.isDetected, true)
})
