/** Migrations that only add, so that a program of the former version can use the store. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDS_FORMER, type MigrationStep, readableFrom } from '../kernel/store/migrate.ts'
import { migrations } from './index.ts'

/** Statements that change nothing for a program that does not know them. */
const ADDITIONS = [
  /^CREATE TABLE \w+/,
  /^CREATE INDEX \w+/,
  /^INSERT INTO \w+/,
  // Rows of the former program have no value in the column.
  /^ALTER TABLE \w+ ADD COLUMN \w+ (?!.*(?:UNIQUE|REFERENCES|CHECK))(?:(?!.*NOT NULL)|.*DEFAULT)/,
]

/** Returns the statements of a migration that do more than add. */
function changesIn(steps: readonly MigrationStep[]): string[] {
  const statements = steps.flatMap((step) => (typeof step === 'string' ? [step] : [...step.sqlite, ...step.postgres]))
  const made = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement.trim())?.[1] ?? [])
  return statements.filter((statement) => {
    const text = statement.trim()
    const [, unique] = /^CREATE UNIQUE INDEX \w+ ON (\w+)/.exec(text) ?? []
    return unique === undefined ? !ADDITIONS.some((form) => form.test(text)) : !made.includes(unique)
  })
}

test('statements that the former program would notice differ from additions', () => {
  const additions = [
    'CREATE TABLE things (id BIGINT PRIMARY KEY)',
    'CREATE UNIQUE INDEX things_by_name ON things (name)',
    'ALTER TABLE users ADD COLUMN note TEXT',
    "ALTER TABLE users ADD COLUMN mood TEXT NOT NULL DEFAULT ''",
    'INSERT INTO things (id) SELECT id FROM users',
  ]
  assert.deepEqual(changesIn(additions), [])
  const changes = [
    'DROP TABLE users',
    'ALTER TABLE users RENAME TO people',
    'ALTER TABLE users DROP COLUMN name',
    'ALTER TABLE users ADD COLUMN mood TEXT NOT NULL',
    'ALTER TABLE users ADD COLUMN handle TEXT UNIQUE',
    'CREATE UNIQUE INDEX users_by_name ON users (name)',
    'UPDATE users SET flags = 0',
    'DELETE FROM users',
  ]
  assert.deepEqual(changesIn(changes), changes)
})

test('migrations that do more than add say that former programs cannot use the store', () => {
  const from = readableFrom(migrations)
  const silent = migrations.flatMap((steps, at) => (at >= from && changesIn(steps).length > 0 ? [at + 1] : []))
  assert.deepEqual(silent, [], 'add ENDS_FORMER, or what the former program uses stays until the next version')
  assert.ok(from >= 31, 'programs of before migration 31 do not read which ones can use a store')
  assert.equal(readableFrom([['a'], [ENDS_FORMER, 'b'], ['c']]), 2)
})
