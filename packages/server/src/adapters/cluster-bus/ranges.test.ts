import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangesOf } from './ranges.ts'

test('versions of a topic that follow each other are one range', () => {
  const versions = (topic: 'guild.1' | 'user.2', ...of: number[]) => of.map((version) => ({ topic, version }))
  assert.deepEqual(rangesOf([]), [])
  assert.deepEqual(
    rangesOf([...versions('guild.1', 7, 5, 6, 9), ...versions('user.2', 1), ...versions('guild.1', 5, 10)]),
    [
      { topic: 'guild.1', after: 4, upTo: 7 },
      { topic: 'guild.1', after: 8, upTo: 10 },
      { topic: 'user.2', after: 0, upTo: 1 },
    ],
  )
})
