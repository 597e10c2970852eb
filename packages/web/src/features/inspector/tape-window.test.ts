import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TapeRecord } from './control-types.ts'
import { readLines, type TapeLine } from './tape-lines.ts'
import { EMPTY_WINDOW, withNewer, withOlder } from './tape-window.ts'

const records = (...ids: number[]) => ids.map((id) => ({ id }) as TapeRecord)
const idsOf = ({ records }: { records: readonly TapeRecord[] }) => records.map(({ id }) => id)

test('the window keeps the newest records once each, and counts those that left', () => {
  const first = withNewer(EMPTY_WINDOW, records(1, 2, 3), 4)
  assert.deepEqual([idsOf(first), first.dropped], [[1, 2, 3], 0])
  const second = withNewer(first, records(2, 3, 4, 5), 4)
  assert.deepEqual([idsOf(second), second.dropped], [[2, 3, 4, 5], 1])
  assert.equal(withNewer(second, records(5), 4).records, second.records)
})

test('older records come before the others as far as there is room', () => {
  const window = withNewer(EMPTY_WINDOW, records(7, 8), 4)
  assert.deepEqual(idsOf(withOlder(window, records(3, 4, 5, 6, 7), 4)), [5, 6, 7, 8])
  assert.equal(withOlder(window, records(5, 6), 4).dropped, -2)
})

test('lines are read whole, also when chunks cut them and their characters', async () => {
  const bytes = new TextEncoder().encode('{"id":1,"title":"grüße"}\n\n{"lost":3}\n{"id":2}\n')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const lines: TapeLine[] = []
  await readLines(body, (line) => lines.push(line))
  assert.deepEqual(lines, [{ id: 1, title: 'grüße' }, { lost: 3 }, { id: 2 }])
})
