/** Invites with target users: their file, the job, access and acceptance; and temporary memberships. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe } from 'node:test'
import { Intent, type InviteObject } from '@guildhall/protocol'
import { api, type ResponseOf } from '@guildhall/testing'
import { Client, Events } from 'discord.js'

import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'
import { until } from '../support/until.ts'

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

type JobStatus = ResponseOf<'get_invite_target_users_job_status'>

const test = guildhallTest({ world })
const { platform } = test
type User = keyof typeof world.users
type Name = User | 'app' | 'anonymous'
const as = (name: Name) => (name === 'anonymous' ? api(platform.api) : platform[name].api)

describe('invites with target users', () => {
  function form(csv: string | Buffer, fields: Record<string, string> = {}, field = 'target_users_file'): FormData {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(field, new Blob([csv as never], { type: 'text/csv' }), 'users.csv')
    return body
  }
  const csv = (...names: User[]) => ['user_id', ...names.map((name) => platform[name].id)].join('\n')
  const make = (body: FormData, name: Name = 'app') =>
    as(name).post<InviteObject>(`/channels/${platform.lab.general.id}/invites`, body)
  const put = (code: string, body: unknown, name: Name = 'app') => as(name).put(`/invites/${code}/target-users`, body)
  const file = async (code: string) => (await platform.app.api.get<string>(`/invites/${code}/target-users`)).body
  const status = async (code: string) =>
    (await platform.app.api.get<JobStatus>(`/invites/${code}/target-users/job-status`)).body

  /** Polls the status until the job ends, as clients do. */
  async function done(code: string): Promise<JobStatus> {
    let now = await status(code)
    await until('the job has ended', async () => {
      if (now.status === 1) now = await status(code)
      return now.status !== 1
    })
    return now
  }

  test('[END-49] a target user accepts the invite, which is hidden from other users', async () => {
    const made = await make(form(csv('joe'), { payload_json: JSON.stringify({ max_age: 600 }) }))
    assert.equal(made.status, 200)
    const { code } = made.body
    assert.equal((await done(code)).status, 2)
    for (const name of ['eve', 'anonymous', 'bob'] as const) {
      const seen = await as(name).get<InviteObject>(`/invites/${code}`)
      assert.deepEqual([seen.status, seen.code], [404, 10006], name)
    }
    for (const name of ['joe', 'app', 'mod', 'log', 'ann'] as const) {
      assert.equal((await as(name).get(`/invites/${code}`)).status, 200, name)
    }
    for (const name of ['eve', 'bob'] as const) {
      const refused = await as(name).post<ResponseOf<'accept_invite'>>(`/invites/${code}`)
      assert.deepEqual([refused.status, refused.code], [403, 50013], `${name}, who may not read it, accepts`)
    }
    assert.equal((await platform.app.api.get(`/guilds/${platform.lab.id}/members/${platform.eve.id}`)).status, 404)
    const accepted = await platform.joe.api.post<{ new_member: boolean }>(`/invites/${code}`)
    assert.deepEqual([accepted.status, accepted.body.new_member], [200, true])
  })

  test('[END-49] Create Channel Invite accepts form fields and returns no existing invite for target users', async () => {
    const first = await make(form(csv('kim'), { max_age: '900', max_uses: '2', temporary: 'false' }))
    assert.equal(first.status, 200)
    const list = await platform.app.api.get<Record<string, unknown>[]>(`/guilds/${platform.lab.id}/invites`)
    const listed = list.body.find(({ code }) => code === first.body.code)
    assert.deepEqual([listed?.max_age, listed?.max_uses], [900, 2])
    const json = { max_age: 900, max_uses: 2 }
    const open = await platform.app.api.post<InviteObject>(`/channels/${platform.lab.general.id}/invites`, json)
    assert.notEqual(open.body.code, first.body.code)
    assert.equal(
      (await platform.app.api.post<InviteObject>(`/channels/${platform.lab.general.id}/invites`, json)).body.code,
      open.body.code,
    )
    assert.notEqual((await make(form(csv('kim'), { max_age: '900', max_uses: '2' }))).body.code, first.body.code)
    const absent = await platform.app.api.get<ResponseOf<'get_invite_target_users'>>(
      `/invites/${open.body.code}/target-users`,
    )
    assert.deepEqual([absent.status, absent.code], [404, 10129])
    const noJob = await platform.app.api.get<JobStatus>(`/invites/${open.body.code}/target-users/job-status`)
    assert.deepEqual([noJob.status, noJob.code], [404, 10124])
    assert.equal((await platform.app.api.get('/invites/nothing/target-users')).code, 10006)
  })

  test('[INV-1] [INV-2] [END-51] Get Target Users returns a CSV file with a header and without duplicates', async () => {
    const body = `\ufeffID\r\n${platform.bob.id}\r\n\r\n${platform.eve.id}\n${platform.bob.id}\n123456789`
    const { code } = (await make(form(body))).body
    const response = await platform.app.api.get<string>(`/invites/${code}/target-users`)
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/)
    assert.equal(response.body, `user_id\n${platform.bob.id}\n${platform.eve.id}\n123456789\n`)
  })

  test('[INV-2] a file with faults is rejected by line, and nothing is created or changed', async () => {
    const count = async () =>
      (await platform.app.api.get<InviteObject[]>(`/guilds/${platform.lab.id}/invites`)).body.length
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
      assert.deepEqual([response.status, response.code], [400, 50035])
    }
    const large = await put(code, form(Buffer.alloc(4 * 1024 * 1024 + 1, '1\n')))
    assert.deepEqual([large.status, large.code], [413, 40005])
    assert.equal((await status(code)).total_users, 1)
  })

  test('[END-52] Update Target Users replaces the list', async () => {
    const { code } = (await make(form(csv('kim')))).body
    await done(code)
    assert.equal((await put(code, form(csv('tim', 'pat')))).status, 204)
    await done(code)
    assert.equal(await file(code), `${csv('tim', 'pat')}\n`)
    assert.equal((await platform.kim.api.post(`/invites/${code}`)).code, 50013)
    assert.equal((await platform.kim.api.get(`/invites/${code}`)).code, 10006)
    assert.equal((await platform.pat.api.post(`/invites/${code}`)).status, 200)
    // An open invite gets target users.
    const open = await platform.app.api.post<InviteObject>(`/channels/${platform.lab.general.id}/invites`, {
      unique: true,
    })
    assert.equal((await platform.kim.api.get(`/invites/${open.body.code}`)).status, 200)
    await put(open.body.code, form(csv('tim')))
    await done(open.body.code)
    assert.equal((await platform.kim.api.get(`/invites/${open.body.code}`)).code, 10006)
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
    const entry = await platform.ann.api.get<{ audit_log_entries: { action_type: number; user_id: string }[] }>(
      `/guilds/${platform.lab.id}/audit-logs?limit=1`,
    )
    assert.deepEqual(
      entry.body.audit_log_entries.map(({ action_type, user_id }) => [action_type, user_id]),
      [[41, platform.bob.id]],
    )
  })

  test('[END-53] [SUB-15] the job status changes from 1 to 2, or to 3 for broken CSV, and restarts with an upload', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => 1_000_000 + n).join('\n')
    const { code } = (await make(form(`user_id\n${many}\n${platform.tim.id}`))).body
    const seen = [await status(code)]
    // The list is in effect after its last part, and not before.
    if (seen[0]?.status === 1) assert.equal((await platform.tim.api.post(`/invites/${code}`)).code, 50013)
    while (seen.at(-1)?.status === 1) seen.push(await status(code))
    const last = seen.at(-1)
    assert.equal(seen[0]?.status, 1)
    assert.deepEqual([seen[0]?.completed_at, seen[0]?.error_message], [null, null])
    assert.deepEqual([last?.status, last?.total_users, last?.processed_users], [2, 60_001, 60_001])
    assert.match(last?.completed_at ?? '', /^\d{4}-/)
    assert.match(last?.created_at ?? '', /^\d{4}-/)
    assert.equal((await put(code, form(`user_id\n${platform.kim.id}\n"5`))).status, 204)
    const failed = await done(code)
    assert.deepEqual([failed.status, failed.completed_at], [3, null])
    assert.equal(failed.error_message, 'Failed to parse CSV file: line 3')
    assert.equal((await platform.kim.api.post(`/invites/${code}`)).code, 50013)
    assert.equal((await platform.tim.api.post(`/invites/${code}`)).status, 200, 'the previous list is in effect')
    assert.equal((await put(code, form(csv('kim')))).status, 204)
    assert.equal((await done(code)).status, 2)
    const broken = (await make(form(`"`))).body.code
    assert.equal((await done(broken)).status, 3)
    assert.equal((await platform.kim.api.post(`/invites/${broken}`)).code, 50013)
  })

  test('[END-52] a vanity URL has no target users', async () => {
    const set = await platform.ann.api.patch(`/guilds/${platform.lab.id}/vanity-url`, { code: 'our-lab' })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    assert.equal((await platform.eve.api.get('/invites/our-lab')).status, 200)
    const refused = await put('our-lab', form(csv('kim')), 'ann')
    assert.deepEqual([refused.status, refused.code], [404, 10006])
    assert.equal((await platform.ann.api.get('/invites/our-lab/target-users')).code, 10006)
  })

  test('[END-49] [END-51] [END-52] [END-53] discord.js creates, reads and replaces target users', async () => {
    const client = new Client({ intents: [], rest: { api: platform.api } })
    const ready = once(client, Events.ClientReady)
    await client.login(platform.app.token)
    await ready
    const { invites } = await client.guilds.fetch(platform.lab.id)
    const made = await invites.create(platform.lab.general.id, { targetUsersFile: [platform.kim.id, platform.pat.id] })
    assert.equal((await invites.fetchTargetUsers(made.code)).toString(), `${csv('kim', 'pat')}\n`)
    await done(made.code)
    const status = await invites.fetchTargetUsersJobStatus(made.code)
    assert.deepEqual([status.status, status.totalUsers, status.processedUsers], [2, 2, 2])
    await invites.updateTargetUsers(made.code, [platform.tim.id])
    assert.equal((await invites.fetchTargetUsers(made.code)).toString(), `${csv('tim')}\n`)
    await client.destroy()
  })

  test('deleting an invite deletes its target users', async () => {
    const { code } = (await make(form(csv('kim')))).body
    assert.equal((await platform.app.api.delete(`/invites/${code}`)).status, 200)
    assert.equal((await platform.app.api.get(`/invites/${code}/target-users`)).code, 10006)
  })

  test('a temporary membership ends with the last session, except after a role was given', async () => {
    const made = await platform.app.api.post<InviteObject>(`/channels/${platform.lab.general.id}/invites`, {
      temporary: true,
      unique: true,
    })
    const connect = async (name: keyof typeof world.users) => {
      const gateway = await platform[name].opens()
      return gateway
    }
    const watching = await guildSession(platform.app, Intent.GUILDS)
    const role = platform.lab.guest.id
    const first = await connect('eve')
    const second = await connect('eve')
    const kept = await connect('kim')
    for (const name of ['eve', 'kim'] as const) {
      assert.equal((await as(name).post(`/invites/${made.body.code}`)).status, 200)
    }
    for (const gateway of [first, second, kept]) await gateway.next('GUILD_CREATE')
    assert.equal(
      (await platform.app.api.put(`/guilds/${platform.lab.id}/members/${platform.kim.id}/roles/${role}`)).status,
      204,
    )
    await kept.close()
    await first.close()
    const member = (name: User) => platform.app.api.get(`/guilds/${platform.lab.id}/members/${platform[name].id}`)
    assert.equal((await member('eve')).status, 200)
    await second.close()
    await until('eve is no member', async () => (await member('eve')).status !== 200)
    assert.equal((await member('eve')).status, 404)
    assert.equal((await member('kim')).status, 200)
    await watching.close()
  })
})
