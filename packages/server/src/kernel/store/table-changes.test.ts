import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StampedCache } from '../stamped-cache.ts'
import { db, type Statement } from './statement.ts'
import { changesOf, changesOfText, TableChanges } from './table-changes.ts'

test('changesOf names the table that a statement writes to', () => {
  const users = db.selectFrom('users').select('id')
  const cases: [Statement<unknown>, string[]][] = [
    [users, []],
    [db.insertInto('roles').columns(['id']).expression(users), ['insert roles']],
    [
      db
        .insertInto('topics')
        .values({ topic: 'a', version: 1 })
        .onConflict((conflict) => conflict.doNothing()),
      ['insert topics', 'change topics'],
    ],
    [db.updateTable('messages').set({ flags: 1 }).where('author_id', 'in', users), ['change messages']],
    [db.deleteFrom('reactions').where('user_id', 'in', users), ['change reactions']],
    [db.deleteFrom('reactions').where('user_id', '=', 1n).returning('emoji_key'), ['change reactions']],
  ]
  for (const [statement, changes] of cases) assert.deepEqual(changesOf(statement.toOperationNode()), changes)
})

test('changesOfText reads the table of SQL text', () => {
  const cases: Record<string, string[]> = {
    'SELECT * FROM users': [],
    'PRAGMA secure_delete = ON': [],
    'INSERT INTO message_texts (id) VALUES (1)': ['insert message_texts', 'change message_texts'],
    'insert or replace into "users" values (1)': ['insert users', 'change users'],
    ' UPDATE users SET bot = 0': ['change users'],
    'DELETE FROM messages WHERE id IN (SELECT id FROM users)': ['change messages'],
  }
  for (const [text, changes] of Object.entries(cases)) assert.deepEqual(changesOfText(text), changes, text)
})

test('a stamp grows with its own changes, and with those of everything', () => {
  const changes = new TableChanges()
  const stamp = () => changes.stamp(['change users', 'insert messages'])
  const first = stamp()
  changes.note(['insert users', 'change messages'])
  assert.equal(stamp(), first)
  changes.note(['insert messages'])
  assert.ok(stamp() > first)
  const second = stamp()
  changes.noteAll()
  assert.ok(stamp() > second)
})

test('a cache returns a value under its stamp only, and keeps those that are used', () => {
  const changes = new TableChanges()
  const cache = new StampedCache(changes, 1_000)
  const stamp = () => cache.stamp(['change users'])
  cache.keep('a', stamp(), 'value', 100)
  assert.equal(cache.get('a', stamp()), 'value')
  changes.note(['change users'])
  assert.equal(cache.get('a', stamp()), undefined)
  cache.keep('used', stamp(), 'value', 100)
  for (let n = 0; n < 100; n += 1) {
    cache.keep(BigInt(n), stamp(), n, 100)
    assert.equal(cache.get('used', stamp()), 'value')
  }
  assert.equal(cache.get(0n, stamp()), undefined)
  assert.equal(cache.get(99n, stamp()), 99)
  cache.keep('too large', stamp(), 'value', 1_000)
  assert.equal(cache.get('too large', stamp()), undefined)
})
