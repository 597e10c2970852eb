/** Members of threads whose membership in the guild ends. */
import assert from 'node:assert/strict'
import type { ChannelObject, ThreadMemberObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { guildSession } from '../support/sessions.ts'

const GUILDS_AND_MEMBERS = 3
const world = {
  users: { ann: {}, bob: {}, eve: {}, zed: {}, fay: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'zed', 'fay'],
      bots: { app: { permissions: '8' } },
      channels: { general: {} },
    },
  },
}
const test = guildhallTest({ world })
const { platform } = test

/** Starts a thread of the bot with one more member, and archives it where the test asks for that. */
async function threadWith(userId: string, type: 11 | 12, { archived }: { archived: boolean }): Promise<string> {
  const { api } = platform.app
  const made = await api.post<ChannelObject>(`/channels/${platform.lab.general.id}/threads`, { name: 't', type })
  await api.put(`/channels/${made.body.id}/thread-members/${userId}`)
  if (archived) await api.patch(`/channels/${made.body.id}`, { archived: true })
  return made.body.id
}

for (const [how, name] of [
  ['leave', 'bob'],
  ['kick', 'eve'],
  ['ban', 'zed'],
] as const)
  test(`a user whose membership ends by ${how} is counted in no thread any more`, async () => {
    const { api } = platform.app
    const guild = platform.lab.id
    const user = platform[name].id
    const threads = [
      await threadWith(user, 11, { archived: false }),
      await threadWith(user, 12, { archived: false }),
      await threadWith(user, 11, { archived: true }),
    ]
    const session = await guildSession(platform.app, GUILDS_AND_MEMBERS)
    if (how === 'leave') await platform[name].api.delete(`/users/@me/guilds/${guild}`)
    if (how === 'kick') await api.delete(`/guilds/${guild}/members/${user}`)
    if (how === 'ban') await api.put(`/guilds/${guild}/bans/${user}`, {})
    for (const id of threads) {
      const { d } = await session.next(dispatch('THREAD_MEMBERS_UPDATE', { id }))
      assert.deepEqual([d.member_count, d.removed_member_ids, d.added_members], [1, [user], undefined])
      assert.equal((await api.get<ChannelObject>(`/channels/${id}`)).body.member_count, 1)
      const members = await api.get<ThreadMemberObject[]>(`/channels/${id}/thread-members`)
      assert.deepEqual(
        members.body.map((member) => member.user_id),
        [platform.app.id],
      )
    }
    await session.next(dispatch('GUILD_MEMBER_REMOVE'))
    await session.close()
  })

test('a user who leaves is counted no longer in an archived thread, also where the guild was loaded anew', async () => {
  if (process.env.GUILDHALL_TEST_STORE === 'postgres') return // Worlds there have no snapshots.
  const { api } = platform.app
  const thread = await threadWith(platform.fay.id, 11, { archived: true })
  assert.equal((await api.get<ChannelObject>(`/channels/${thread}`)).body.member_count, 2)
  await platform.control.request('PUT /snapshots/{snapshot_name}', { snapshot_name: 'archived' })
  await platform.control.request('POST /snapshots/{snapshot_name}/restore', { snapshot_name: 'archived' })
  await platform.fay.api.delete(`/users/@me/guilds/${platform.lab.id}`)
  assert.equal((await api.get<ChannelObject>(`/channels/${thread}`)).body.member_count, 1)
})
