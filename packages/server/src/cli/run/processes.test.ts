import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStat } from './processes.ts'

test('parseStat reads past any name of a program', () => {
  for (const name of ['node', 'my bot', 'a) S 1 2 3 (b', 'two\nlines'])
    assert.deepEqual(parseStat(`17 (${name}) Z 1 16 15 34816 -1 4194304`), {
      ...{ pid: 17, state: 'Z' },
      ...{ group: 16, session: 15 },
    })
})

test('parseStat returns null for the file of a process that has ended', () => assert.equal(parseStat(''), null))
