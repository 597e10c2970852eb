/** The commands and events of the local client, compared with the documented ones. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { unsupportedCommands } from '../src/rpc/commands/unsupported.ts'
import { commands, events } from '../src/rpc/index.ts'
import { meets } from '../src/rpc/scopes.ts'
import { COMMANDS, EVENTS } from './support/catalogue.ts'

/** Returns a requirement in a form that does not depend on order. */
const sorted = (scope: (typeof COMMANDS)[number][1]) =>
  scope.map((entry) => (typeof entry === 'string' ? entry : [...entry].sort().join('+'))).sort()

test('[RPC-9] every documented command has its documented scope', () => {
  assert.equal(COMMANDS.length, 83, '82 commands, and the older name of one')
  for (const [name, scope, status] of COMMANDS) {
    if (status === 'session') continue
    const command = commands.get(name)
    assert.ok(command, `${name} is missing`)
    assert.deepEqual(sorted(command.scope), sorted(scope), name)
  }
  const documented = new Set(COMMANDS.map(([name]) => name))
  for (const name of commands.keys()) assert.ok(documented.has(name), `${name} is not documented`)
})

test('[RPC-9] every documented event has its documented scope', () => {
  assert.equal(EVENTS.length, 38)
  for (const [name, scope, status] of EVENTS) {
    if (status === 'session') continue
    const event = events.get(name)
    assert.ok(event, `${name} is missing`)
    assert.deepEqual(sorted(event.scope), sorted(scope), name)
  }
  const documented = new Set(EVENTS.map(([name]) => name))
  for (const name of events.keys()) assert.ok(documented.has(name), `${name} is not documented`)
})

test('unsupported commands and events are listed in docs/compatibility.md', async () => {
  const path = fileURLToPath(new URL('../../../docs/compatibility.md', import.meta.url))
  const page = await readFile(path, 'utf8')
  const names = (rows: typeof COMMANDS, status: string) => rows.filter((row) => row[2] === status).map(([name]) => name)
  assert.deepEqual(unsupportedCommands.map(({ name }) => name).sort(), names(COMMANDS, 'unsupported').sort())
  const listed = [...names(COMMANDS, 'unsupported'), ...names(COMMANDS, 'embedded'), ...names(EVENTS, 'unsupported')]
  for (const name of listed) assert.ok(page.includes(`\`${name}\``), `docs/compatibility.md does not list ${name}`)
})

test('a connection of a native application needs no token for the documented commands', () => {
  const local = new Set(['rpc.local'])
  const open = COMMANDS.filter(([, scope]) => meets(scope, local)).map(([name]) => name)
  for (const name of ['SET_ACTIVITY', 'GET_USER', 'DEEP_LINK', 'SET_CERTIFIED_DEVICES', 'AUTHORIZE'])
    assert.ok(open.includes(name), name)
  for (const name of ['GET_GUILDS', 'GET_RELATIONSHIPS', 'SELECT_VOICE_CHANNEL']) assert.ok(!open.includes(name), name)
})
