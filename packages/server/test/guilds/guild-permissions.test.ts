/** Permissions of operations on a guild, called by the owner, an administrator, a holder and members without them. */
import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import { ALL_PERMISSIONS, Intent, Permission } from '@guildhall/protocol'
import type { Answer, Api } from '@guildhall/testing'

import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

const { MANAGE_GUILD, MANAGE_ROLES, KICK_MEMBERS, BAN_MEMBERS, MODERATE_MEMBERS, ADMINISTRATOR } = Permission

const world = {
  users: { ann: {}, admin: {}, holder: {}, plain: {}, stranger: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['admin', 'holder', 'plain'],
      bots: { app: { permissions: '0' } },
      features: ['COMMUNITY', 'VANITY_URL'],
      roles: {
        admins: { permissions: '8', members: ['admin'] },
        held: { permissions: '0', members: ['holder'] },
      },
      channels: { general: {}, hidden: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] } },
    },
  },
}

interface Row {
  what: string
  needs: bigint
  call: (as: Api, guild: string) => Promise<Answer<unknown>>
}

/** Operations with the permissions that they need. An allowed call may fail, but not with MISSING_PERMISSIONS. */
const ROWS: Row[] = [
  { what: 'Modify Guild', needs: MANAGE_GUILD, call: (as, guild) => as.patch(guild, {}) },
  { what: 'Widget Settings', needs: MANAGE_GUILD, call: (as, guild) => as.get(`${guild}/widget`) },
  { what: 'Modify Widget', needs: MANAGE_GUILD, call: (as, guild) => as.patch(`${guild}/widget`, {}) },
  { what: 'Vanity URL', needs: MANAGE_GUILD, call: (as, guild) => as.get(`${guild}/vanity-url`) },
  {
    what: 'Modify Vanity URL',
    needs: MANAGE_GUILD,
    call: (as, guild) => as.patch(`${guild}/vanity-url`, { code: null }),
  },
  { what: 'Modify Welcome Screen', needs: MANAGE_GUILD, call: (as, guild) => as.patch(`${guild}/welcome-screen`, {}) },
  {
    what: 'Modify Onboarding',
    needs: MANAGE_GUILD | MANAGE_ROLES,
    call: (as, guild) => as.put(`${guild}/onboarding`, {}),
  },
  { what: 'Incident Actions', needs: MANAGE_GUILD, call: (as, guild) => as.put(`${guild}/incident-actions`, {}) },
  { what: 'Integrations', needs: MANAGE_GUILD, call: (as, guild) => as.get(`${guild}/integrations`) },
  { what: 'Delete Integration', needs: MANAGE_GUILD, call: (as, guild) => as.delete(`${guild}/integrations/1`) },
  { what: 'Join Requests', needs: KICK_MEMBERS, call: (as, guild) => as.get(`${guild}/requests`) },
  {
    what: 'Action Join Request',
    needs: KICK_MEMBERS,
    call: (as, guild) => as.patch(`${guild}/requests/1`, { action: 'APPROVED' }),
  },
  { what: 'Prune Count', needs: MANAGE_GUILD | KICK_MEMBERS, call: (as, guild) => as.get(`${guild}/prune`) },
  { what: 'Begin Prune', needs: MANAGE_GUILD | KICK_MEMBERS, call: (as, guild) => as.post(`${guild}/prune`, {}) },
  { what: 'Auto Moderation Rules', needs: MANAGE_GUILD, call: (as, guild) => as.get(`${guild}/auto-moderation/rules`) },
  {
    what: 'Auto Moderation Rule',
    needs: MANAGE_GUILD,
    call: (as, guild) => as.get(`${guild}/auto-moderation/rules/1`),
  },
  {
    what: 'Create Auto Moderation Rule',
    needs: MANAGE_GUILD,
    call: (as, guild) =>
      as.post(`${guild}/auto-moderation/rules`, { name: 'x', event_type: 1, trigger_type: 1, actions: [{ type: 1 }] }),
  },
  {
    what: 'Create Auto Moderation Rule that times out',
    needs: MANAGE_GUILD | MODERATE_MEMBERS,
    call: (as, guild) =>
      as.post(`${guild}/auto-moderation/rules`, {
        name: 'x',
        event_type: 1,
        trigger_type: 1,
        actions: [{ type: 3, metadata: { duration_seconds: 60 } }],
      }),
  },
  {
    what: 'Modify Auto Moderation Rule',
    needs: MANAGE_GUILD,
    call: (as, guild) => as.patch(`${guild}/auto-moderation/rules/1`, {}),
  },
  {
    what: 'Delete Auto Moderation Rule',
    needs: MANAGE_GUILD,
    call: (as, guild) => as.delete(`${guild}/auto-moderation/rules/1`),
  },
  { what: 'Guild Templates', needs: MANAGE_GUILD, call: (as, guild) => as.get(`${guild}/templates`) },
  {
    what: 'Create Guild Template',
    needs: MANAGE_GUILD,
    call: (as, guild) => as.post(`${guild}/templates`, { name: 'x' }),
  },
  { what: 'Sync Guild Template', needs: MANAGE_GUILD, call: (as, guild) => as.put(`${guild}/templates/none`) },
  { what: 'Modify Guild Template', needs: MANAGE_GUILD, call: (as, guild) => as.patch(`${guild}/templates/none`, {}) },
  { what: 'Delete Guild Template', needs: MANAGE_GUILD, call: (as, guild) => as.delete(`${guild}/templates/none`) },
  {
    what: 'Bulk Ban',
    needs: MANAGE_GUILD | BAN_MEMBERS,
    call: (as, guild) => as.post(`${guild}/bulk-ban`, { user_ids: ['1'] }),
  },
]

const test = guildhallTest({ world })
const { platform } = test

describe('permissions in a guild', () => {
  const person = (name: keyof typeof world.users) => platform[name].api
  const guild = () => `/guilds/${platform.lab.id}`

  /** Gives the holder exactly these permissions. */
  async function grant(permissions: bigint): Promise<void> {
    const role = `${guild()}/roles/${platform.lab.held.id}`
    const response = await person('ann').patch(role, { permissions: permissions.toString() })
    assert.equal(response.status, 200)
  }

  async function timeOut(name: keyof typeof world.users, until: string | null): Promise<void> {
    const member = `${guild()}/members/${platform[name].id}`
    assert.equal((await person('ann').patch(member, { communication_disabled_until: until })).status, 200)
  }

  before(async () => {
    await test.start()
    // A role has the permissions of @everyone by default: here only granted ones count.
    const everyone = `${guild()}/roles/${platform.lab.id}`
    await person('ann').patch(everyone, { permissions: '1024' })
  })

  for (const { what, needs, call } of ROWS) {
    test(`${what} needs its permissions`, async () => {
      const refused = async (name: keyof typeof world.users) => (await call(person(name), guild())).code === 50013
      await grant(needs)
      assert.equal(await refused('ann'), false, 'the owner is allowed')
      assert.equal(await refused('admin'), false, 'an administrator is allowed')
      assert.equal(await refused('holder'), false, 'a holder of the permissions is allowed')
      assert.equal(await refused('plain'), true, 'a member without them is refused')
      await timeOut('holder', new Date(platform.clock.now() + 60_000).toISOString())
      assert.equal(await refused('holder'), true, 'a timed-out member is refused')
      await timeOut('holder', null)
      for (const bit of Object.values(Permission)) {
        if ((needs & bit) === 0n) continue
        await grant(ALL_PERMISSIONS & ~ADMINISTRATOR & ~bit)
        assert.equal(await refused('holder'), true, `all permissions but ${bit} are not enough`)
      }
      const outside = await call(person('stranger'), guild())
      assert.deepEqual([outside.status, outside.code], [404, 10004], 'the guild is hidden from users outside it')
    })
  }

  test('[GLD-1] [GLD-2] [END-13] a prune needs ADMINISTRATOR in a guild with PRUNE_REQUIRES_ADMIN', async () => {
    await grant(MANAGE_GUILD | KICK_MEMBERS)
    const prune = `${guild()}/prune`
    const codes = async (name: keyof typeof world.users) =>
      Promise.all([
        person(name).get<{ code?: number }>(prune),
        person(name).post<{ code?: number }>(prune, { days: 30 }),
      ]).then((responses) => responses.map(({ status, code }) => code ?? status))
    assert.deepEqual(await codes('holder'), [200, 200])
    const features = ['PRUNE_REQUIRES_ADMIN']
    assert.equal((await person('admin').patch<{ code: number }>(guild(), { features })).body.code, 50013)
    const watching = await guildSession(platform.app, Intent.GUILDS)
    await person('ann').patch(guild(), { features })
    const event = await watching.next<{ features: string[] }>('GUILD_UPDATE')
    assert.ok(event.d.features.includes('PRUNE_REQUIRES_ADMIN'))
    await watching.close()
    assert.deepEqual(await codes('holder'), [50013, 50013])
    await grant(ALL_PERMISSIONS & ~ADMINISTRATOR)
    assert.deepEqual(await codes('holder'), [50013, 50013])
    assert.deepEqual(await codes('admin'), [200, 200])
    assert.deepEqual(await codes('ann'), [200, 200])
  })

  test('[PRM-19] [PRM-23] only the owner and administrators read a channel that denies VIEW_CHANNEL', async () => {
    await grant(ALL_PERMISSIONS & ~ADMINISTRATOR)
    const history = `/channels/${platform.lab.hidden.id}/messages`
    for (const name of ['plain', 'holder'] as const) {
      const response = await person(name).get<{ code: number }>(history)
      assert.deepEqual([response.status, response.code], [403, 50001], name)
    }
    for (const name of ['admin', 'ann'] as const) assert.equal((await person(name).get(history)).status, 200, name)
  })
})
