/** Deletion of accounts: by the person and by operators, with days to come back, and without a trace of the name. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { REMOVED_ROWS } from '../../src/resources/accounts/deletions/store.ts'
import { startWithRows } from '../support/rows.ts'

const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000
/** A name that no other text contains. */
const NAME = 'quillamuffin'

const start = () =>
  startWithRows({
    world: {
      users: {
        [NAME]: { password: PASSWORD, email: `${NAME}@example.com`, global_name: 'Quilla Muffin' },
        ann: { password: PASSWORD },
        bob: { password: PASSWORD },
      },
      applications: { app: { owner: 'bob', bot: {} } },
      guilds: { lab: { owner: 'ann', members: [NAME, 'bob'], channels: { general: {} } } },
    },
    settings: { operator_second_factor: false },
  })
type Rows = Awaited<ReturnType<typeof start>>
type Platform = Rows['platform']

interface Body {
  id: string
  code: number
  token: string
  job_id: string
  state: string
  result: { messages: number } | null
  error: string | null
  username: string
  author: { username: string; discriminator: string; avatar: string | null; global_name: string | null }
  content: string
}

const key = (on: Platform) => api(on.api, `Bearer ${on.control.key}`)
const login = (on: Platform, name: string, more: object = {}) =>
  api(on.api).post<Body>('/auth/login', { login: name, password: PASSWORD, ...more })
const general = (on: Platform) => `/channels/${on.lab.general.id}/messages`
const stateOf = async (on: Platform, id: string) => (await key(on).get<Body>(`/admin/users/${id}`)).body.state

/** Waits for a job of operators. */
async function jobDone(on: Platform, id: string): Promise<Body> {
  for (;;) {
    const { body } = await key(on).get<Body>(`/admin/jobs/${id}`)
    if (body.state === 'done' || body.state === 'failed') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Returns the evidence of a report as text. */
const evidenceOf = async (id: string) =>
  JSON.stringify((await key(platform).get<{ evidence: object }>(`/admin/reports/${id}`)).body.evidence)

let rows: Rows
let reportId = ''
let platform: Platform
before(async () => {
  rows = await start()
  platform = rows.platform
})
after(() => rows.close())

describe('an account that its person deletes', () => {
  test('is signed out, comes back with undelete, and is deleted when the days are over', async () => {
    const { id } = platform[NAME]
    const first = await login(platform, NAME)
    const own = api(platform.api, first.body.token)
    const posted = await own.post<Body>(general(platform), { content: 'I was here' })
    assert.equal(posted.status, 200)
    await own.put(`/users/@me/relationships/${platform.ann.id}`, {})
    await own.post('/users/@me/channels', { recipient_id: platform.ann.id })
    assert.equal((await platform.ann.api.patch(`/guilds/${platform.lab.id}/members/${id}`, { nick: NAME })).status, 200)

    // Reports about the person and by the person, with the name in the evidence and in words of others.
    const about = await platform.ann.api.post<Body>('/report', {
      channel_id: platform.lab.general.id,
      message_id: posted.body.id,
      reason: 1,
      text: `${NAME} is rude`,
    })
    assert.equal(about.status, 201)
    reportId = about.body.id
    assert.match(await evidenceOf(reportId), new RegExp(NAME))
    assert.equal((await own.post('/report', { user_id: platform.ann.id, reason: 1 })).status, 201)
    const note = { action: 'dismiss', note: `spoke to ${NAME}` }
    assert.equal((await key(platform).post(`/admin/reports/${reportId}/resolve`, note)).status, 200)
    await key(platform).patch(`/admin/users/${platform.ann.id}`, { note: `sister of ${NAME}` })
    await key(platform).patch(`/admin/users/${id}`, { note: `is ${NAME}` })
    await login(platform, NAME, { password: 'wrong password' })

    assert.equal((await own.post('/users/@me/delete', { password: 'wrong password' })).code, 50035)
    assert.equal(await stateOf(platform, id), 'active')
    assert.equal((await own.post('/users/@me/delete', { password: PASSWORD })).status, 204)
    assert.equal((await own.get('/users/@me')).status, 401)
    assert.equal(await stateOf(platform, id), 'deleting')
    const refused = await login(platform, NAME)
    assert.deepEqual([refused.status, refused.code], [400, 20011])
    const wrong = await api(platform.api).post('/auth/login', { login: NAME, password: 'no', undelete: true })
    assert.equal(wrong.code, 50035)

    const back = await login(platform, NAME, { undelete: true })
    assert.equal(back.status, 200)
    assert.equal(await stateOf(platform, id), 'active')
    await platform.clock.advance(15 * DAY_MS)
    assert.equal(await stateOf(platform, id), 'active')

    const again = api(platform.api, back.body.token)
    assert.equal((await again.post('/users/@me/delete', { password: PASSWORD })).status, 204)
    await platform.clock.advance(13 * DAY_MS)
    assert.equal((await login(platform, NAME)).code, 20011)
    const watching = await RawGateway.open(platform.gateway, { token: platform.ann.token, intents: 0b11 })
    await platform.clock.advance(2 * DAY_MS)
    const left = await watching.next('GUILD_MEMBER_REMOVE')
    assert.equal((left.d as { user: { username: string } }).user.username, 'deleted_user')
    watching.close()
    assert.equal(await stateOf(platform, id), 'deleted')
    assert.equal((await login(platform, NAME, { undelete: true })).code, 50035)

    const [message] = (await platform.ann.api.get<Body[]>(general(platform))).body.filter(({ content }) => content)
    assert.equal(message?.content, 'I was here')
    assert.deepEqual(
      [message?.author.username, message?.author.global_name, message?.author.avatar],
      ['deleted_user', null, null],
    )
    assert.equal((await platform.ann.api.get(`/guilds/${platform.lab.id}/members/${id}`)).status, 404)
    assert.deepEqual((await platform.ann.api.get<unknown[]>('/users/@me/relationships')).body, [])
  })

  test('keeps what others reported without its name, and loses what it reported', async () => {
    const evidence = await evidenceOf(reportId)
    assert.match(evidence, /I was here.*"username":"deleted_user"|"username":"deleted_user".*I was here/)
    assert.doesNotMatch(evidence, new RegExp(NAME))
    const own = `SELECT * FROM reporters WHERE reporter_id = ${platform[NAME].id}`
    assert.deepEqual(await rows.query(own), [])
    const others = await rows.query(`SELECT text FROM reporters WHERE report_id = ${reportId}`)
    assert.deepEqual(
      others.map(({ text }) => text),
      ['… is rude'],
    )
    for (const table of ['failed_sign_ins', 'account_notes', 'sign_in_places', 'tokens'])
      assert.deepEqual(
        await rows.query(
          `SELECT * FROM ${table} WHERE ${table === 'failed_sign_ins' ? 'account' : 'user_id'} = '${platform[NAME].id}'`,
        ),
        [],
        table,
      )
  })

  test('leaves its name in no row, and frees it', async () => {
    assert.deepEqual(await rows.placesOf('quilla'), [])
    const made = await key(platform).post<{ user: Body }>('/admin/users', { username: NAME })
    assert.equal(made.status, 201)
    assert.notEqual(made.body.user.id, platform[NAME].id)
    assert.equal((await key(platform).post('/admin/users', { username: 'deleted_user' })).code, 50035)
  })

  test('cannot be that of an owner of a guild or an application', async () => {
    for (const name of ['ann', 'bob'] as const) {
      const { token } = (await login(platform, name)).body
      const answer = await api(platform.api, token).post('/users/@me/delete', { password: PASSWORD })
      assert.deepEqual([answer.status, answer.code], [400, 40011])
      assert.equal((await key(platform).post(`/admin/users/${platform[name].id}/delete`, {})).code, 40011)
    }
  })
})

/** Makes a person who is a member of the guild and has written some messages. */
async function writer(name: string, messages: number) {
  const made = await key(platform).post<{ user: Body; url: string }>('/admin/users', { username: name })
  const used = await api(platform.api).post<Body>('/auth/link', {
    token: new URL(made.body.url).hash.replace('#token=', ''),
    password: PASSWORD,
  })
  const own = api(platform.api, used.body.token)
  const invite = await platform.ann.api.post<Body>(`/channels/${platform.lab.general.id}/invites`, {})
  assert.equal((await own.post(`/invites/${invite.body.code}`, {})).status, 200)
  for (let count = 0; count < messages; count += 1) await own.post(general(platform), { content: `${name} ${count}` })
  return { id: made.body.user.id, api: own }
}

const written = async (name: string) =>
  (await platform.ann.api.get<Body[]>(`${general(platform)}?limit=100`)).body.filter(({ content }) =>
    content.startsWith(`${name} `),
  ).length

describe('operators', () => {
  test('delete an account at once with its messages, ten times at once', async () => {
    const { id } = await writer('zed', 3)
    const watching = await RawGateway.open(platform.gateway, { token: platform.ann.token, intents: 1 << 9 })
    const body = { messages: 'delete', now: true }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => key(platform).post<Body>(`/admin/users/${id}/delete`, body)),
    )
    const jobs = new Set(answers.filter(({ status }) => status === 202).map((answer) => answer.body.job_id))
    assert.equal(jobs.size, 1, 'the second request finds the plan of the first')
    const [jobId = ''] = jobs
    assert.deepEqual((await jobDone(platform, jobId)).result, { messages: 3 })
    const gone = await watching.next('MESSAGE_DELETE_BULK')
    assert.equal((gone.d as { ids: string[] }).ids.length, 3)
    watching.close()
    assert.equal(await written('zed'), 0)
    assert.equal(await stateOf(platform, id), 'deleted')
    const { body: log } = await key(platform).get<{ action: string; target: string; changes: unknown }[]>('/admin/log')
    assert.ok(log.some(({ action, target }) => action === 'delete' && target === id))
    assert.ok(!JSON.stringify(log).includes('zed'))
    assert.equal((await key(platform).post(`/admin/users/${id}/link`)).code, 10013)
  })

  test('count and remove the messages of a person, who stays', async () => {
    const { id } = await writer('yan', 3)
    const remove = async (body: object) => {
      const started = await key(platform).post<Body>(`/admin/users/${id}/messages/remove`, body)
      assert.equal(started.status, 202)
      return (await jobDone(platform, started.body.job_id)).result
    }
    assert.deepEqual(await remove({ dry_run: true }), { messages: 3 })
    assert.deepEqual(await remove({ guild_id: platform[NAME].id }), { messages: 0 })
    assert.equal(await written('yan'), 3)
    assert.deepEqual(await remove({ guild_id: platform.lab.id, since_seconds: 3600 }), { messages: 3 })
    assert.equal(await written('yan'), 0)
    assert.equal(await stateOf(platform, id), 'active')
  })

  test('suspend a person and remove the messages of a time, or none', async () => {
    const { id, api: own } = await writer('xan', 2)
    await platform.clock.advance(2 * 3_600_000)
    await own.post(general(platform), { content: 'xan new' })
    const ban = (body: object) => key(platform).post(`/admin/users/${id}/ban`, body)
    assert.equal((await ban({ delete_message_seconds: -1 })).code, 50035)
    assert.equal((await platform.bob.api.post(`/admin/users/${id}/ban`, { delete_message_seconds: 60 })).code, 50013)
    assert.equal(await stateOf(platform, id), 'active')
    const removals = () => rows.query("SELECT id FROM operator_jobs WHERE kind = 'remove_messages'")
    const before = await removals()
    assert.equal((await ban({ reason: 'rude' })).status, 204)
    assert.deepEqual(await removals(), before, 'no job is started')
    const watching = await RawGateway.open(platform.gateway, { token: platform.ann.token, intents: 1 << 9 })
    assert.equal((await ban({ delete_message_seconds: 3600 })).status, 204)
    assert.ok(await watching.next('MESSAGE_DELETE'))
    assert.equal(await written('xan'), 2)

    const { body: rest } = await platform.ann.api.get<Body[]>(general(platform))
    const old = rest.find(({ content }) => content === 'xan 1')
    const report = { channel_id: platform.lab.general.id, message_id: old?.id, reason: 1 }
    const { id: reported } = (await platform.ann.api.post<Body>('/report', report)).body
    const decide = (body: object) => key(platform).post(`/admin/reports/${reported}/resolve`, body)
    assert.equal((await decide({ action: 'suspend', delete_message_seconds: 86_400 })).status, 200)
    assert.ok(await watching.next('MESSAGE_DELETE_BULK'))
    watching.close()
    assert.equal(await written('xan'), 0)
  })

  test('keep their last owner, and others have no right to any of it', async () => {
    const one = await writer('owner.one', 0)
    const other = await writer('owner.two', 0)
    const role = (id: string) => key(platform).patch(`/admin/users/${id}`, { role: 'owner' })
    assert.deepEqual([(await role(one.id)).status, (await role(other.id)).status], [200, 200])
    // Two owners who go at once would leave nobody.
    const answers = await Promise.all(
      [one, other].map(({ api: own }) => own.post<Body>('/users/@me/delete', { password: PASSWORD })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400])
    for (const path of ['delete', 'messages/remove'])
      assert.equal((await platform.bob.api.post(`/admin/users/${one.id}/${path}`, {})).code, 50013)
    assert.equal((await platform.bob.api.get('/admin/jobs/1')).code, 50013)
    assert.equal((await key(platform).get('/admin/jobs/1')).status, 404)
  })
})

test('each table with a column of people is removed with its person, or listed here', async () => {
  const kept = [
    'account_deletions: state of the deletion itself',
    'activity_participants: removed',
    'bans: by id, so that the guild goes on',
    'channel_recipients: the other person keeps the DM',
    'command_permissions: by id, of guilds',
    'entitlements: accounts of applications',
    'harvests: removed with their files',
    'lobby_members: followers emit events',
    'members: followers emit events',
    'member_names: with the membership',
    'node_sessions: end with the session',
    'voice_states: end with the session',
    'platform_bans: removed',
    'poll_votes: what others saw',
    'provisional_accounts: of games, not of people',
    'reactions: what others saw',
    'relationships: followers emit events',
    'stored_files: files of messages',
    'reports: by id',
    'subscriptions: accounts of applications',
    'audit_log: acts in guilds',
    'game_messages: messages',
    'messages: messages',
    'soundboard_sounds: of guilds',
    'stickers: of guilds',
    'webhooks: of guilds',
  ].map((line) => line.split(':')[0])
  const removed = new Set<string>(REMOVED_ROWS.map(({ table }) => table))
  const people = ['user_id', 'author_id', 'target_id', 'member_id', 'reporter_id']
  const unknown: string[] = []
  for (const table of await rows.tables()) {
    if (removed.has(table) || kept.includes(table)) continue
    if ((await rows.columns(table)).some((column) => people.includes(column))) unknown.push(table)
  }
  assert.deepEqual(unknown, [])
})
