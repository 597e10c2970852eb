import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byRelevance } from './relevance.ts'

test('[END-44] byRelevance sorts by share of wanted words and keeps the order of equal texts', () => {
  const text = (of: string, times: number, others: number) => ({
    of,
    words: [...Array<string>(times).fill('fox'), ...Array<string>(others).fill('x')],
  })
  const cases: [texts: [string, number, number][], order: string][] = [
    [[], ''],
    [
      [
        ['long', 1, 50],
        ['short', 1, 1],
      ],
      'short long',
    ],
    [
      [
        ['once', 1, 9],
        ['thrice', 3, 7],
      ],
      'thrice once',
    ],
    [
      [
        ['first', 1, 4],
        ['second', 1, 4],
      ],
      'first second',
    ],
    [
      [
        ['flood', 90, 0],
        ['said', 1, 0],
      ],
      'flood said',
    ],
  ]
  for (const [texts, order] of cases)
    assert.equal(
      byRelevance(
        texts.map((args) => text(...args)),
        ['fox'],
      ).join(' '),
      order,
    )
})
