/** Nobody learns who has an account: a request does the same for a known and an unknown name or address. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import { api } from '@guildhall/testing'
import { startWithRows } from '../support/rows.ts'

const PASSWORD = 'correct horse battery'
const mailDir = await mkdtemp(join(tmpdir(), 'guildhall-known-logins-'))
const start = () =>
  startWithRows({
    world: { users: { ann: { password: PASSWORD, email: 'ann@chat.example' } } },
    settings: {
      registration: 'open',
      registration_email: 'verified',
      registration_challenge: false,
      mail_from: 'hall@chat.example',
    },
    mailDir,
  })
let rows: Awaited<ReturnType<typeof start>>
before(async () => {
  rows = await start()
})
after(async () => {
  await rows.close()
  await rm(mailDir, { recursive: true })
})

const post = (path: string, body: object) => api(rows.platform.api).post<object>(path, body)

/** Waits until each mail is sent and what follows a response is done. */
async function settled(): Promise<void> {
  const waits = async () => (await rows.query("SELECT id FROM mails WHERE state = 'waiting'")).length > 0
  do await api(rows.platform.api).get('/auth/registration')
  while (await waits())
  for (let turns = 0; turns < 3; turns += 1) await api(rows.platform.api).get('/auth/registration')
}

/**
 * Returns the statements that the store runs until the response of a request leaves, without those of other tasks.
 * Only the embedded store runs in this process.
 */
async function statementsOf(t: TestContext, send: () => Promise<unknown>): Promise<string[]> {
  await settled()
  const statements: string[] = []
  let isOpen = true
  const mocks = (['run', 'all', 'get'] as const).map((name) => {
    const original = StatementSync.prototype[name]
    return t.mock.method(StatementSync.prototype, name, function (this: StatementSync, ...given: unknown[]) {
      if (isOpen) statements.push(this.sourceSQL)
      return Reflect.apply(original, this, given)
    })
  })
  const head = ServerResponse.prototype.writeHead
  const leaves = t.mock.method(
    ServerResponse.prototype,
    'writeHead',
    function (this: ServerResponse, ...given: unknown[]) {
      isOpen = false
      return Reflect.apply(head, this, given)
    },
  )
  await send()
  for (const mock of [...mocks, leaves]) mock.mock.restore()
  await settled()
  return statements
}

/** Returns how many rows of each table are there. */
async function counts(): Promise<Record<string, number>> {
  const tables = [
    'registrations',
    'registration_origins',
    'one_time_links',
    'mails',
    'jobs',
    'users',
    'email_addresses',
  ]
  const numbers = await Promise.all(
    tables.map(async (table) => Number((await rows.query(`SELECT count(*) AS n FROM ${table}`))[0]?.n)),
  )
  return Object.fromEntries(tables.map((table, at) => [table, numbers[at] ?? 0]))
}

const isEmbedded = process.env.GUILDHALL_TEST_STORE !== 'postgres'

describe('nobody learns who has an account', () => {
  test('POST /auth/forgot runs the same statements before its response', async (t) => {
    const forgot = (login: string) => post('/auth/forgot', { login })
    await forgot('warm.up')
    const sent = (await readdir(mailDir)).length
    const known = await statementsOf(t, async () => assert.equal((await forgot('ann')).status, 204))
    const unknown = await statementsOf(t, async () => assert.equal((await forgot('nobody')).status, 204))
    const address = await statementsOf(t, async () => assert.equal((await forgot('ann@chat.example')).status, 204))
    assert.deepEqual(unknown, known)
    assert.deepEqual(address, known)
    // Mails are jobs, which end after the responses.
    while ((await readdir(mailDir)).length < sent + 2) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.equal((await readdir(mailDir)).length, sent + 2)
  })

  test('POST /auth/register runs the same statements and stores the same rows', async (t) => {
    const register = async (username: string, email: string) => {
      const earlier = await counts()
      let body: unknown
      const statements = await statementsOf(t, async () => {
        const made = await post('/auth/register', { username, password: PASSWORD, email })
        assert.equal(made.status, 202)
        body = made.body
      })
      const later = await counts()
      const added = Object.entries(later).map(([table, count]) => [table, count - (earlier[table] ?? 0)])
      return { statements, added: Object.fromEntries(added), body }
    }
    await register('warm.up', 'warm@chat.example')
    const unknown = await register('first', 'new@chat.example')
    const known = await register('second', 'Ann@chat.example')
    assert.deepEqual(known, unknown)
    assert.equal(known.added.registrations, 1)
    if (isEmbedded) assert.ok(known.statements.length > 5, 'statements are counted')
  })

  test('a wrong password for a known and an unknown name gives one response and stores the same', async (t) => {
    const login = (name: string) => post('/auth/login', { login: name, password: 'wrong password' })
    await login('warm.up')
    const responses: unknown[] = []
    const known = await statementsOf(t, async () => responses.push((await login('ann')).body))
    const unknown = await statementsOf(t, async () => responses.push((await login('nobody')).body))
    assert.deepEqual(responses[0], responses[1])
    const writes = (statements: readonly string[]) => statements.filter((text) => !text.startsWith('select'))
    assert.deepEqual(writes(unknown), writes(known))
  })
})
