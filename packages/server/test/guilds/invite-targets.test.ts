/** Invites with target users: their file, the job, access and acceptance; and temporary memberships. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { type Api, api, RawGateway, type TestPlatform } from '@guildhall/testing'
import { Client, Events } from 'discord.js'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, mod: {}, log: {}, eve: {}, joe: {}, kim: {}, tim: {}, pat: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod', 'log'],
      bots: { app: { permissions: '8' } },
      features: ['VANITY_URL'],
      roles: {
        mods: { permissions: '32', members: ['mod'] },
        readers: { permissions: '128', members: ['log'] },
        guest: {},
      },
      channels: { general: {} },
    },
  },
}

interface Wire {
  code: number & string
  status: number
  total_users: number
  processed_users: number
  created_at: string | null
  completed_at: string | null
  error_message: string | null
  target_users_file: string[]
}

describe('invites with target users', () => {
  let platform: TestPlatform
  let general = ''
  let guild = ''
  const people: Record<string, Api> = {}
  const ids: Record<string, string> = {}
  const as = (name: string) => people[name] as Api

  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' } as never)
    assert.ok(platform.world)
    for (const [name, user] of Object.entries(platform.world.users)) {
      people[name] = api(platform.api, user.token)
      ids[name] = user.id
    }
    people.app = api(platform.api, `Bot ${platform.world.applications.app?.bot?.token}`)
    people.anonymous = api(platform.api)
    guild = platform.world.guilds.lab?.id ?? ''
    general = platform.world.guilds.lab?.channels.general?.id ?? ''
  })
  after(() => platform.close())

  function form(csv: string | Buffer, fields: Record<string, string> = {}, field = 'target_users_file'): FormData {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(field, new Blob([csv as never], { type: 'text/csv' }), 'users.csv')
    return body
  }
  const csv = (...names: string[]) => ['user_id', ...names.map((name) => ids[name])].join('\n')
  const make = (body: FormData, name = 'app') => as(name).post<Wire>(`/channels/${general}/invites`, body)
  const put = (code: string, body: unknown, name = 'app') => as(name).put<Wire>(`/invites/${code}/target-users`, body)
  const file = async (code: string) => (await as('app').get<string>(`/invites/${code}/target-users`)).body
  const status = async (code: string) => (await as('app').get<Wire>(`/invites/${code}/target-users/job-status`)).body

  /** Polls the status until the job ends, as clients do. */
  async function done(code: string): Promise<Wire> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const now = await status(code)
      if (now.status !== 1) return now
    }
    throw assert.fail('the job did not end')
  }

  test('[END-49] a target user accepts the invite, which is hidden from other users', async () => {
    const made = await make(form(csv('joe'), { payload_json: JSON.stringify({ max_age: 600 }) }))
    assert.equal(made.status, 200)
    const { code } = made.body
    assert.equal((await done(code)).status, 2)
    for (const name of ['eve', 'anonymous', 'bob']) {
      const seen = await as(name).get<Wire>(`/invites/${code}`)
      assert.deepEqual([seen.status, seen.body.code], [404, 10006], name)
    }
    for (const name of ['joe', 'app', 'mod', 'log', 'ann']) {
      assert.equal((await as(name).get(`/invites/${code}`)).status, 200, name)
    }
    const refused = await as('eve').post<Wire>(`/invites/${code}`)
    assert.deepEqual([refused.status, refused.body.code], [403, 50013])
    assert.equal((await as('app').get(`/guilds/${guild}/members/${ids.eve}`)).status, 404)
    const accepted = await as('joe').post<{ new_member: boolean }>(`/invites/${code}`)
    assert.deepEqual([accepted.status, accepted.body.new_member], [200, true])
  })

  test('[END-49] Create Channel Invite accepts form fields and returns no existing invite for target users', async () => {
    const first = await make(form(csv('kim'), { max_age: '900', max_uses: '2', temporary: 'false' }))
    assert.equal(first.status, 200)
    const list = await as('app').get<Record<string, unknown>[]>(`/guilds/${guild}/invites`)
    const listed = list.body.find(({ code }) => code === first.body.code)
    assert.deepEqual([listed?.max_age, listed?.max_uses], [900, 2])
    const json = { max_age: 900, max_uses: 2 }
    const open = await as('app').post<Wire>(`/channels/${general}/invites`, json)
    assert.notEqual(open.body.code, first.body.code)
    assert.equal((await as('app').post<Wire>(`/channels/${general}/invites`, json)).body.code, open.body.code)
    assert.notEqual((await make(form(csv('kim'), { max_age: '900', max_uses: '2' }))).body.code, first.body.code)
    const absent = await as('app').get<Wire>(`/invites/${open.body.code}/target-users`)
    assert.deepEqual([absent.status, absent.body.code], [404, 10129])
    const noJob = await as('app').get<Wire>(`/invites/${open.body.code}/target-users/job-status`)
    assert.deepEqual([noJob.status, noJob.body.code], [404, 10124])
    assert.equal((await as('app').get<Wire>('/invites/nothing/target-users')).body.code, 10006)
  })

  test('[INV-1] [INV-2] [END-51] Get Target Users returns a CSV file with a header and without duplicates', async () => {
    const body = `\ufeffID\r\n${ids.bob}\r\n\r\n${ids.eve}\n${ids.bob}\n123456789`
    const { code } = (await make(form(body))).body
    const response = await as('app').get<string>(`/invites/${code}/target-users`)
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/)
    assert.equal(response.body, `user_id\n${ids.bob}\n${ids.eve}\n123456789\n`)
  })

  test('[INV-2] a file with faults is rejected by line, and nothing is created or changed', async () => {
    const count = async () => (await as('app').get<Wire[]>(`/guilds/${guild}/invites`)).body.length
    const before = await count()
    const bad = `user_id\n1\n2\n3\n99999999999999999999\nbob`
    const faults = ['Line 5: invalid user ID - must be a valid snowflake', 'Line 6: invalid user ID format']
    const refused = await make(form(bad))
    assert.deepEqual([refused.status, refused.body], [400, { target_users_file: faults }])
    assert.equal(await count(), before)
    const { code } = (await make(form(csv('kim')))).body
    await done(code)
    const kept = await put(code, form(bad))
    assert.deepEqual([kept.status, kept.body], [400, { target_users_file: faults }])
    assert.equal(await file(code), `${csv('kim')}\n`)
    for (const body of [{}, form(csv('kim'), {}, 'files[0]')]) {
      const response = await put(code, body)
      assert.deepEqual([response.status, response.body.code], [400, 50035])
    }
    const large = await put(code, form(Buffer.alloc(4 * 1024 * 1024 + 1, '1\n')))
    assert.deepEqual([large.status, large.body.code], [413, 40005])
    assert.equal((await status(code)).total_users, 1)
  })

  test('[END-52] Update Target Users replaces the list', async () => {
    const { code } = (await make(form(csv('kim')))).body
    await done(code)
    assert.equal((await put(code, form(csv('tim', 'pat')))).status, 204)
    await done(code)
    assert.equal(await file(code), `${csv('tim', 'pat')}\n`)
    assert.equal((await as('kim').post<Wire>(`/invites/${code}`)).body.code, 50013)
    assert.equal((await as('kim').get<Wire>(`/invites/${code}`)).body.code, 10006)
    assert.equal((await as('pat').post(`/invites/${code}`)).status, 200)
    // An open invite gets target users.
    const open = await as('app').post<Wire>(`/channels/${general}/invites`, { unique: true })
    assert.equal((await as('kim').get(`/invites/${open.body.code}`)).status, 200)
    await put(open.body.code, form(csv('tim')))
    await done(open.body.code)
    assert.equal((await as('kim').get<Wire>(`/invites/${open.body.code}`)).body.code, 10006)
  })

  test('[END-51] [END-52] [END-53] the inviter and managers read and replace target users, others do not', async () => {
    const { code } = (await make(form(csv('kim')), 'mod')).body
    const cases = [
      ['mod', 200, 204],
      ['ann', 200, 204],
      ['log', 200, 403],
      ['bob', 403, 403],
      ['eve', 403, 403],
      ['anonymous', 401, 401],
    ] as const
    for (const [name, reads, writes] of cases) {
      assert.equal((await as(name).get(`/invites/${code}/target-users`)).status, reads, name)
      assert.equal((await as(name).get(`/invites/${code}/target-users/job-status`)).status, reads, name)
      assert.equal((await put(code, form(csv('tim')), name)).status, writes, name)
    }
    const inviter = (await make(form(csv('kim')), 'bob')).body.code
    assert.equal((await put(inviter, form(csv('tim')), 'bob')).status, 204)
    const entry = await as('ann').get<{ audit_log_entries: { action_type: number; user_id: string }[] }>(
      `/guilds/${guild}/audit-logs?limit=1`,
    )
    assert.deepEqual(
      entry.body.audit_log_entries.map(({ action_type, user_id }) => [action_type, user_id]),
      [[41, ids.bob]],
    )
  })

  test('[END-53] [SUB-15] the job status changes from 1 to 2, or to 3 for broken CSV, and restarts with an upload', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => 1_000_000 + n).join('\n')
    const { code } = (await make(form(`user_id\n${many}\n${ids.tim}`))).body
    const seen = [await status(code)]
    // The list is in effect after its last part, and not before.
    if (seen[0]?.status === 1) assert.equal((await as('tim').post<Wire>(`/invites/${code}`)).body.code, 50013)
    while (seen.at(-1)?.status === 1) seen.push(await status(code))
    const last = seen.at(-1)
    assert.equal(seen[0]?.status, 1)
    assert.deepEqual([seen[0]?.completed_at, seen[0]?.error_message], [null, null])
    assert.deepEqual([last?.status, last?.total_users, last?.processed_users], [2, 60_001, 60_001])
    assert.match(last?.completed_at ?? '', /^\d{4}-/)
    assert.match(last?.created_at ?? '', /^\d{4}-/)
    assert.equal((await put(code, form(`user_id\n${ids.kim}\n"5`))).status, 204)
    const failed = await done(code)
    assert.deepEqual([failed.status, failed.completed_at], [3, null])
    assert.equal(failed.error_message, 'Failed to parse CSV file: line 3')
    assert.equal((await as('kim').post<Wire>(`/invites/${code}`)).body.code, 50013)
    assert.equal((await as('tim').post(`/invites/${code}`)).status, 200, 'the previous list is in effect')
    assert.equal((await put(code, form(csv('kim')))).status, 204)
    assert.equal((await done(code)).status, 2)
    const broken = (await make(form(`"`))).body.code
    assert.equal((await done(broken)).status, 3)
    assert.equal((await as('kim').post<Wire>(`/invites/${broken}`)).body.code, 50013)
  })

  test('[END-52] a vanity URL has no target users', async () => {
    const set = await as('ann').patch(`/guilds/${guild}/vanity-url`, { code: 'our-lab' })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    assert.equal((await as('eve').get('/invites/our-lab')).status, 200)
    const refused = await put('our-lab', form(csv('kim')), 'ann')
    assert.deepEqual([refused.status, refused.body.code], [404, 10006])
    assert.equal((await as('ann').get<Wire>('/invites/our-lab/target-users')).body.code, 10006)
  })

  test('[END-49] [END-51] [END-52] [END-53] discord.js creates, reads and replaces target users', async () => {
    const client = new Client({ intents: [], rest: { api: platform.api } })
    const ready = once(client, Events.ClientReady)
    await client.login(platform.world?.applications.app?.bot?.token)
    await ready
    const { invites } = await client.guilds.fetch(guild)
    const made = await invites.create(general, { targetUsersFile: [ids.kim ?? '', ids.pat ?? ''] })
    assert.equal((await invites.fetchTargetUsers(made.code)).toString(), `${csv('kim', 'pat')}\n`)
    await done(made.code)
    const status = await invites.fetchTargetUsersJobStatus(made.code)
    assert.deepEqual([status.status, status.totalUsers, status.processedUsers], [2, 2, 2])
    await invites.updateTargetUsers(made.code, [ids.tim ?? ''])
    assert.equal((await invites.fetchTargetUsers(made.code)).toString(), `${csv('tim')}\n`)
    await client.destroy()
  })

  test('deleting an invite deletes its target users', async () => {
    const { code } = (await make(form(csv('kim')))).body
    assert.equal((await as('app').delete(`/invites/${code}`)).status, 200)
    assert.equal((await as('app').get<Wire>(`/invites/${code}/target-users`)).body.code, 10006)
  })

  test('a temporary membership ends with the last session, except after a role was given', async () => {
    const made = await as('app').post<Wire>(`/channels/${general}/invites`, { temporary: true, unique: true })
    const connect = async (name: string) => {
      const gateway = await RawGateway.connect(platform.gateway)
      await gateway.identify({ token: platform.world?.users[name]?.token ?? '' })
      return gateway
    }
    const watching = await RawGateway.connect(platform.gateway)
    await watching.identify({ token: platform.world?.applications.app?.bot?.token ?? '', intents: 1 })
    await watching.next('GUILD_CREATE')
    const role = platform.world?.guilds.lab?.roles.guest?.id
    const first = await connect('eve')
    const second = await connect('eve')
    const kept = await connect('kim')
    for (const name of ['eve', 'kim']) {
      assert.equal((await as(name).post(`/invites/${made.body.code}`)).status, 200)
    }
    for (const gateway of [first, second, kept]) await gateway.next('GUILD_CREATE')
    assert.equal((await as('app').put(`/guilds/${guild}/members/${ids.kim}/roles/${role}`)).status, 204)
    await kept.close()
    await first.close()
    const member = (name: string) => as('app').get(`/guilds/${guild}/members/${ids[name]}`)
    assert.equal((await member('eve')).status, 200)
    await second.close()
    for (let tries = 0; tries < 1_000 && (await member('eve')).status === 200; tries += 1);
    assert.equal((await member('eve')).status, 404)
    assert.equal((await member('kim')).status, 200)
    await watching.close()
  })
})
