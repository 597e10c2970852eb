import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barsOf, clockText, waveformOf } from './waveform.ts'

const bytesOf = (waveform: string) => [...Buffer.from(waveform, 'base64')]

test('waveformOf has ten points a second, the loudest at 255', () => {
  const samples = Float32Array.from({ length: 1_000 }, (_, index) => (index < 500 ? 0.1 : 0.4))
  const bytes = bytesOf(waveformOf(samples, 1))
  assert.equal(bytes.length, 10)
  assert.deepEqual([bytes[0], bytes[9]], [64, 255])
})

test('waveformOf has one to 256 points, and only zeros for silence', () => {
  assert.equal(bytesOf(waveformOf(new Float32Array(10_000), 600)).length, 256)
  assert.deepEqual(bytesOf(waveformOf(new Float32Array(3), 0)), [0])
  assert.deepEqual(bytesOf(waveformOf(new Float32Array(0), 0.2)), [0, 0])
})

test('barsOf spreads the points over the bars and ignores what is no waveform', () => {
  const waveform = Buffer.from([0, 51, 102, 255]).toString('base64')
  assert.deepEqual(barsOf(waveform, 2), [0, 0.4])
  assert.deepEqual(barsOf(waveform, 60), [0, 0.2, 0.4, 1])
  assert.deepEqual(barsOf('***', 60), [])
  assert.deepEqual(barsOf('', 60), [])
})

test('clockText writes minutes and seconds', () => {
  assert.deepEqual([0, 9.6, 61, 600].map(clockText), ['0:00', '0:10', '1:01', '10:00'])
})
