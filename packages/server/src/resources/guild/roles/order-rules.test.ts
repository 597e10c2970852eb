import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reordered } from './order-rules.ts'

const roles = (...positions: number[]) => positions.map((position, index) => ({ id: BigInt(index + 1), position }))
const order = (positions: Map<bigint, number>) => [...positions].sort((a, b) => a[1] - b[1]).map(([id]) => Number(id))

test('reordered moves roles to their new positions', () => {
  const cases: [string, ReturnType<typeof roles>, [bigint, number][], number[]][] = [
    ['nothing moves', roles(1, 2, 3), [], [1, 2, 3]],
    ['to the top', roles(1, 2, 3), [[1n, 3]], [2, 3, 1]],
    ['to the bottom', roles(1, 2, 3), [[3n, 1]], [3, 1, 2]],
    ['one up', roles(1, 2, 3), [[1n, 2]], [2, 1, 3]],
    ['one down', roles(1, 2, 3), [[3n, 2]], [1, 3, 2]],
    ['beyond the top', roles(1, 2, 3), [[1n, 900]], [2, 3, 1]],
    ['to the position of @everyone', roles(1, 2, 3), [[3n, 0]], [3, 1, 2]],
    ['into a gap, below the next role', roles(1, 9), [[1n, 5]], [1, 2]],
    ['a tie, where the older role is higher', roles(1, 5, 5), [], [1, 3, 2]],
  ]
  const swap: [bigint, number][] = [
    [1n, 3],
    [3n, 1],
  ]
  cases.push(['a swap', roles(1, 2, 3), swap, [3, 2, 1]])
  for (const [name, before, moves, expected] of cases)
    assert.deepEqual(order(reordered(before, new Map(moves))), expected, name)
})

test('reordered returns positions 1 to n and keeps the order of roles that do not move', () => {
  const position = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(fc.array(position, { maxLength: 30 }), fc.array(position, { maxLength: 10 }), (positions, targets) => {
      const before = roles(...positions)
      const moves = new Map(targets.slice(0, before.length).map((target, index) => [BigInt(index + 1), target]))
      const after = reordered(before, moves)
      assert.deepEqual(
        [...after.values()].sort((a, b) => a - b),
        before.map((_, index) => index + 1),
      )
      const stay = before.filter((role) => !moves.has(role.id))
      for (const one of stay) {
        for (const other of stay) {
          if (one.position < other.position) assert.ok((after.get(one.id) ?? 0) < (after.get(other.id) ?? 0))
        }
      }
    }),
  )
})
