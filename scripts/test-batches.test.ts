import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LONG_FILES, LONG_ON_POSTGRES } from './long-files.ts'
import { NODES_FILES } from './nodes-files.ts'
import { POSTGRES_FILES } from './postgres-files.ts'
import { ALONE, batchesOf, longestFirst, spreadBetween } from './test-batches.ts'

const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}/${n}.test.ts`)

test('test files run in batches, once each', () => {
  const behaviour = numbered('packages/server/test', 25)
  const rules = numbered('packages/server/src/kernel', 50)
  const scripts = numbered('scripts', 2)
  const batches = batchesOf([...rules, ...behaviour, ...scripts], 2)
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1, 1, 16, 9, 38, 12],
  )
  assert.deepEqual(batches.flat(), [...scripts, ...behaviour, ...rules])
})

test('a batch ends before it takes longer than 45 s, and the longest batch runs first', () => {
  const seconds = (path: string) =>
    ({ 'a/0.test.ts': 5, 'a/1.test.ts': 30, 'a/2.test.ts': 20, 'a/3.test.ts': 60 })[path] ?? 1
  const batches = batchesOf(numbered('a', 6), 1, seconds)
  assert.deepEqual(
    batches.map((paths) => paths.map((path) => path.charAt(2)).join('')),
    ['01', '2', '3', '45'],
  )
  assert.deepEqual(
    longestFirst(batches, seconds).map(([path]) => path?.charAt(2)),
    ['3', '0', '2', '4'],
  )
})

test('few test files are spread over the processes', () => {
  const sizes = (count: number) => batchesOf(numbered('packages/server/test', count), 2).map(({ length }) => length)
  assert.deepEqual([sizes(0), sizes(1), sizes(2), sizes(5)], [[], [1], [1, 1], [3, 2]])
})

test('batches are spread evenly between others, none is lost, and the last one is of the others where it can be', () => {
  assert.deepEqual(spreadBetween([1, 2, 3, 4, 5, 6], [10, 20]), [1, 2, 10, 3, 4, 20, 5, 6])
  assert.deepEqual(spreadBetween([1, 2], [10, 20, 30, 40]).sort(), [1, 10, 2, 20, 30, 40])
  assert.deepEqual([spreadBetween([], [1]), spreadBetween([1], [])], [[1], [1]])
})

test('each pattern of files that run alone matches a file, and so does each of its alternatives', () => {
  const files = globSync(['packages/**/*.test.ts', 'scripts/**/*.test.ts'], {
    exclude: (path) => path.includes('node_modules'),
  })
  for (const pattern of ALONE) {
    const [, alternatives = ''] = /\(([^)]*)\)/.exec(pattern.source) ?? []
    const matching = files.filter((path) => pattern.test(path))
    assert.ok(matching.length >= alternatives.split('|').length, `${pattern} matches ${matching.join() || 'no file'}`)
  }
})

for (const [what, names] of [
  ['for PostgreSQL', POSTGRES_FILES],
  ['for two nodes', NODES_FILES],
] as const) {
  test(`the files ${what} exist, once each and sorted`, () => {
    assert.deepEqual(names, [...new Set(names)].sort())
    const missing = names.filter((name) => !existsSync(`packages/server/test/${name}.test.ts`))
    assert.deepEqual(missing, [])
  })
}

test('the long files exist, and those on PostgreSQL are files for it', () => {
  const missing = LONG_FILES.filter((name) => !existsSync(`${name}.test.ts`))
  const others = LONG_ON_POSTGRES.filter((name) => !POSTGRES_FILES.includes(name))
  assert.deepEqual([missing, others], [[], []])
})

test('the files that run again start their platforms on the store that the environment names', () => {
  const started = /^import [^;]*?\b(?:start|spawn)Platform\b(?! as )[^;]*? from '@guildhall\/testing'/m
  const elsewhere = [...POSTGRES_FILES, ...NODES_FILES].filter((name) =>
    readFileSync(`packages/server/test/${name}.test.ts`, 'utf8')
      .split(/^(?=import )/m)
      .some((text) => started.test(text)),
  )
  assert.deepEqual(elsewhere, [])
})
