import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from './host.ts'
import { RpcSession } from './session.ts'

function session() {
  const host = { addresses: { api: 'http://h/api', cdn: 'http://h/cdn' }, user: () => ({}) } as unknown as Host
  const transport = { scopes: [], send: () => {}, close: () => {} }
  const application = { id: '1' } as RpcSession['application']
  return new RpcSession({ transport, application, host, tables: { commands: new Map(), events: new Map() } })
}

test('a task at the end replaces the former task of its name, and runs once', () => {
  const one = session()
  const runs: string[] = []
  const first = () => runs.push('first')
  assert.equal(one.atEnd('activity', first), undefined)
  assert.equal(
    one.atEnd('activity', () => runs.push('second')),
    first,
  )
  one.atEnd('token', () => runs.push('token'))
  one.end()
  one.end()
  assert.deepEqual(runs, ['second', 'token'])
  one.atEnd('activity', () => runs.push('late'))
  assert.deepEqual(runs, ['second', 'token', 'late'])
})
