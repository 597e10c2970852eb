import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreSession } from '../../kernel/store/store.ts'
import { LogQuestions } from './log-questions.ts'

const first = { snapshot: '5:5:', startedAt: 'start', at: 1_000, versions: [], tables: new Set<never>() }

test('only after some questions that found nothing is the next one short, and it finds each commit', async () => {
  const present = { snapshot: first.snapshot, started: first.startedAt, now: 1_000 }
  const asked: string[] = []
  // Rows as the database returns them for the two statements.
  const session = {
    raw: async (sql: string, values: readonly unknown[]) => {
      const isShort = sql.includes('AS same')
      asked.push(isShort ? 'short' : 'whole')
      if (!isShort) return [{ ...present, topic: 'guild.1', version: 2, tables: '' }]
      return [{ same: values[0] === present.snapshot && values[1] === present.started, now: present.now }]
    },
  } as unknown as StoreSession
  const questions = new LogQuestions('a 1', first)
  const ask = async () => {
    asked.length = 0
    const answer = await questions.ask(session)
    if (answer !== null) questions.note(answer)
    return [answer?.snapshot ?? null, ...asked]
  }
  for (let count = 0; count < 8; count += 1) assert.deepEqual(await ask(), ['5:5:', 'whole'])
  assert.deepEqual(await ask(), [null, 'short'])
  present.snapshot = '6:6:'
  assert.deepEqual(await ask(), ['6:6:', 'short', 'whole'])
  assert.deepEqual(await ask(), ['6:6:', 'whole'])
  for (let count = 1; count < 8; count += 1) await ask()
  assert.deepEqual(await ask(), [null, 'short'])
  // A database that was restarted may have lost commits, and come to the same snapshot again.
  present.started = 'again'
  assert.deepEqual(await ask(), ['6:6:', 'short', 'whole'])
})
