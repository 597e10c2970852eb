import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consequence } from './consequence.ts'
import { consequencesOf, followPoint, when } from './consequences.ts'
import type { Work } from './work.ts'

const work = {} as Work
const saved = consequence<{ id: number }>('thing saved')

/** Returns a follower that records its start and end. */
function follower(log: string[], name: string) {
  return async (_: Work, { id }: { id: number }) => {
    log.push(`${name} begins with ${id}`)
    await Promise.resolve()
    log.push(`${name} ends`)
  }
}

test('followers of a point run one after the other in the order of the list', async () => {
  const log: string[] = []
  const listed = consequencesOf([when(saved, follower(log, 'index'), follower(log, 'mirror'))])
  await followPoint(listed, work, saved, { id: 7 })
  assert.deepEqual(log, ['index begins with 7', 'index ends', 'mirror begins with 7', 'mirror ends'])
})

test('a point without followers does nothing', async () => {
  await followPoint(consequencesOf([when(saved)]), work, saved, { id: 7 })
})

test('an error of a follower rejects, and later followers do not run', async () => {
  const log: string[] = []
  const listed = consequencesOf([when(saved, () => Promise.reject(new Error('refused')), follower(log, 'late'))])
  await assert.rejects(followPoint(listed, work, saved, { id: 7 }), /refused/)
  assert.deepEqual(log, [])
})

test('a point that is not listed fails, also if it would have no followers', () => {
  assert.throws(() => followPoint(consequencesOf([]), work, saved, { id: 7 }), /"thing saved" are not listed/)
})

test('a point that is listed twice is rejected', () => {
  assert.throws(() => consequencesOf([when(saved), when(saved)]), /"thing saved" are listed twice/)
})
