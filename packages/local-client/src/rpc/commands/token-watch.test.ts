import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CloseCode, RpcError } from '../codes.ts'
import type { Context } from '../command.ts'
import { HostRefusal } from '../host.ts'
import { TokenWatch } from './token-watch.ts'

/** A session with a token, and a host whose events the test sends. */
function parts(check: () => Promise<unknown>) {
  const listeners = new Map<string, Set<(data: never) => void>>()
  const closed: number[] = []
  const session = { application: { id: '1' }, token: { accessToken: 'a', scopes: [] } } as unknown as {
    token: { accessToken: string }
  }
  Object.assign(session, { close: (code: number) => closed.push(code), atEnd: () => {} })
  const host = {
    on(event: string, listener: (data: never) => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
  }
  const emit = async (event: string, data: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(data as never)
    await new Promise(setImmediate)
  }
  const watch = new TokenWatch({ session, host } as unknown as Context, 'a', check)
  const count = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
  return { watch, emit, closed, session, count }
}

const invalid = () => Promise.reject(new RpcError('INVALID_TOKEN', 'invalid'))

test('a watch closes the session after an event only if the token is invalid', async () => {
  for (const [event, data, check, expected] of [
    ['OAUTH2_TOKEN_REVOKE', { application_id: '1' }, invalid, [CloseCode.TOKEN_REVOKED]],
    ['OAUTH2_TOKEN_REVOKE', { application_id: '2' }, invalid, []],
    ['OAUTH2_TOKEN_REVOKE', { application_id: '1' }, async () => ({}), []],
    // A revocation may fall into the time without a gateway session.
    ['READY', {}, invalid, [CloseCode.TOKEN_REVOKED]],
    ['READY', {}, () => Promise.reject(new HostRefusal(503, 0, 'down')), []],
    ['READY', {}, () => Promise.reject(new TypeError('fetch failed')), []],
    ['local:signed-out', null, invalid, [CloseCode.TOKEN_REVOKED]],
  ] as const) {
    const { watch, emit, closed } = parts(check)
    watch.authenticated()
    await emit(event, data)
    assert.deepEqual(closed, expected, `${event} ${JSON.stringify(data)}`)
  }
})

test('a watch closes the session for a revocation that arrived while the token was checked', async () => {
  const { watch, emit, closed } = parts(invalid)
  await emit('OAUTH2_TOKEN_REVOKE', { application_id: '1' })
  assert.deepEqual(closed, [])
  watch.authenticated()
  await new Promise(setImmediate)
  assert.deepEqual(closed, [CloseCode.TOKEN_REVOKED])
})

test('a watch of a replaced token closes nothing and stops', async () => {
  const { watch, emit, closed, session, count } = parts(invalid)
  watch.authenticated()
  session.token = { accessToken: 'b' }
  await emit('READY', {})
  assert.deepEqual([closed, count()], [[], 0])
})
