import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '../../../kernel/model.ts'
import { matchesThread, sortThreads } from './search.ts'

test('[END-44] matchesThread compares words, phrases, gaps and tags', () => {
  const all = { gap: 2, tags: [] as bigint[], all: false }
  const cases: [name: string, tags: bigint[], wish: Partial<typeof all> & { phrases: string[] }, found: boolean][] = [
    ['red fox', [], { phrases: [] }, true],
    ['red fox', [], { phrases: ['fox'] }, true],
    ['red fox', [], { phrases: ['foxes'] }, false],
    ['red a b fox', [], { phrases: ['red', 'fox'] }, true],
    ['red a b c fox', [], { phrases: ['red', 'fox'] }, false],
    ['red a b c fox', [], { phrases: ['red', 'fox'], gap: 3 }, true],
    ['fox red', [], { phrases: ['red', 'fox'] }, true],
    ['fox red', [], { phrases: ['red fox'], gap: 0 }, false],
    ['a red fox', [], { phrases: ['red fox'], gap: 0 }, true],
    ['x', [1n], { phrases: [], tags: [1n, 2n] }, true],
    ['x', [1n], { phrases: [], tags: [1n, 2n], all: true }, false],
    ['x', [2n, 1n], { phrases: [], tags: [1n, 2n], all: true }, true],
    ['x', [], { phrases: [], tags: [1n] }, false],
  ]
  for (const [name, applied_tags, wish, found] of cases)
    assert.equal(
      matchesThread({ applied_tags }, name.split(' '), { ...all, ...wish }),
      found,
      `${name}: ${wish.phrases}`,
    )
})

test('[END-44] sortThreads sorts by each time in both directions', () => {
  const thread = (id: bigint, last: bigint | null, archive_timestamp: number) =>
    ({ id, last_message_id: last, thread_metadata: { archive_timestamp } }) as Channel
  const threads = [thread(1n, 9n, 5), thread(2n, null, 7), thread(3n, 4n, 6)]
  const cases = [
    ['creation_time', true, '3 2 1'],
    ['creation_time', false, '1 2 3'],
    ['last_message_time', true, '1 3 2'],
    ['archive_time', true, '2 3 1'],
    ['archive_time', false, '1 3 2'],
    ['relevance', false, '3 2 1'],
  ] as const
  for (const [by, descending, order] of cases)
    assert.equal(
      sortThreads(threads, { by, descending })
        .map(({ id }) => id)
        .join(' '),
      order,
      by,
    )
})
