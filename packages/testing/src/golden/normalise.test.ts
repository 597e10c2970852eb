import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineDiff } from './line-diff.ts'
import { normalised } from './normalise.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const names = {
  nameOf: (id: string) => ({ '100000000000000001': 'bob' })[id],
  now,
  addresses: [['http://127.0.0.1:7700', '<platform>']] as const,
}

test('ids become names or numbers, dates relative, and secrets are left out', () => {
  const date = (byMs: number) => new Date(now + byMs).toISOString()
  const exchange = {
    token: 'secret',
    id: '100000000000000002',
    content: '<@100000000000000001> sees 100000000000000002',
    url: 'http://127.0.0.1:7700/cdn/a.png?ex=6&is=5',
    dates: [date(20_000), date(900_000), date(-7_200_000), date(86_400_000)],
    last: '100000000000000003',
    times: `until <t:${(now + 900_000) / 1_000}:R>, at <t:${now / 1_000}>`,
  }
  assert.deepEqual(normalised(exchange, names), {
    content: '<@<bob>> sees <id 1>',
    dates: ['<now>', '<in 15 minutes>', '<2 hours ago>', '<in 1 day>'],
    id: '<id 1>',
    last: '<id 2>',
    times: 'until <t:<in 15 minutes>:R>, at <t:<now>>',
    token: '<token>',
    url: '<platform>/cdn/a.png?<signature>',
  })
})

test('a difference of lines shows what is around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].join('\n')
  const after = ['a', 'b', 'c', 'x', 'e', 'f', 'g', 'h'].join('\n')
  assert.equal(lineDiff(before, after), ['  b', '  c', '- d', '+ x', '  e', '  f', '  g', '+ h'].join('\n'))
})
