import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTargetUsers, targetUsersCsv } from './target-users-csv.ts'

test('[INV-1] [INV-2] readTargetUsers returns user ids and reports faults by line', () => {
  const cases: [text: string, ids: string, faults: string[]][] = [
    ['user_id\n1\n2\n', '1 2', []],
    ['ID\r\n1\r\n2', '1 2', []],
    ['\ufeffuser_id\n1', '1', []],
    ['1\n2\n1\n', '1 2', []],
    ['\n\nuser_id\n\n 3 \n\n', '3', []],
    ['"user_id"\n"4"\n5', '4 5', []],
    [
      'user_id\n1\n2\n3\nx\n99999999999999999999\n',
      '1 2 3',
      ['Line 5: invalid user ID format', 'Line 6: invalid user ID - must be a valid snowflake'],
    ],
    [
      'user_id\n1,2\n-1\n1.0\n0',
      '',
      [
        'Line 2: invalid user ID format',
        'Line 3: invalid user ID format',
        'Line 4: invalid user ID format',
        'Line 5: invalid user ID - must be a valid snowflake',
      ],
    ],
    ['user_id\nuser_id\n1', '1', ['Line 2: invalid user ID format']],
    ['', '', ['Line 1: no user ID in the file']],
    ['user_id\n', '', ['Line 2: no user ID in the file']],
  ]
  for (const [text, ids, faults] of cases) {
    const read = readTargetUsers(text)
    assert.deepEqual([read.ids.join(' '), read.faults, read.broken], [ids, faults, null], JSON.stringify(text))
  }
})

test('[INV-2] readTargetUsers stops at broken CSV and limits users and faults', () => {
  assert.deepEqual(readTargetUsers('user_id\n1\n"2\n3'), {
    ids: [1n],
    faults: [],
    broken: 'Failed to parse CSV file: line 3',
  })
  const many = (count: number) => readTargetUsers(Array.from({ length: count }, (_, n) => n + 1).join('\n'))
  assert.equal(many(100_000).ids.length, 100_000)
  assert.deepEqual(many(100_001).faults, ['Line 100001: more than 100000 users'])
  assert.equal(readTargetUsers(`h\n${'x\n'.repeat(500)}`).faults.length, 100)
})

test('[INV-1] targetUsersCsv starts with the header user_id', () => {
  assert.equal(targetUsersCsv(['1', '2']), 'user_id\n1\n2\n')
})
