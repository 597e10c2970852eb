import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Snowflake } from '@guildhall/protocol'
import { type Event, eventType, guildTopic } from './event.ts'
import { GuildView } from './guild-view.ts'
import { GuildViews } from './guild-views.ts'
import type { Guild, Member } from './model.ts'
import type { Store, StoreSession } from './store/store.ts'

const GUILD = 1n
const session = {} as StoreSession

const renamed = eventType<string>({
  ...{ key: 'guild.renamed', name: '', intents: () => 0, visibleTo: () => false, present: () => null },
  apply(view, name) {
    view.guild = { ...view.guild, name }
  },
})

/** Returns views over rows that a test changes. */
function viewsOver(rows: { version: number; name: string; members: Map<Snowflake, Member> }): GuildViews {
  const store = { readHeld: (given, _name, use) => use(given) } as Pick<Store, 'readHeld'> as Store
  const load = async () => {
    const view = new GuildView({ id: GUILD, name: rows.name } as Guild)
    view.version = rows.version
    return view
  }
  return new GuildViews(
    store,
    load,
    async (_session, _guildId, userIds) =>
      new Map([...userIds].flatMap((id) => (rows.members.has(id) ? [[id, rows.members.get(id) as Member]] : []))),
  )
}

const event = (version: number, name: string): Event =>
  ({ type: renamed, topic: guildTopic(GUILD), payload: name, version, guildId: null }) as Event

test('a view with a gap in its versions does not apply the event, and is read again', async () => {
  const rows = { version: 5, name: 'five', members: new Map<Snowflake, Member>() }
  const views = viewsOver(rows)
  const view = await views.get(session, GUILD)
  assert.ok(view)
  views.apply(event(6, 'six'))
  assert.deepEqual([view.guild.name, view.version, view.stale], ['six', 6, false])
  views.apply(event(8, 'eight'))
  assert.deepEqual([view.guild.name, view.version, view.stale], ['six', 6, true])
  Object.assign(rows, { version: 8, name: 'eight' })
  assert.equal(await views.get(session, GUILD), view, 'sessions keep the object')
  assert.deepEqual([view.guild.name, view.version, view.stale], ['eight', 8, false])
  views.apply(event(7, 'seven'))
  assert.equal(view.guild.name, 'eight', 'an event that came late is part of the rows')
})

test('a view that is read again has the members of sessions, with their present roles', async () => {
  const member = (userId: Snowflake, roles: bigint[]) => ({ guild_id: GUILD, user_id: userId, roles }) as Member
  const rows = { version: 1, name: 'one', members: new Map([7n, 8n, 9n].map((id) => [id, member(id, [])])) }
  const views = viewsOver(rows)
  const view = await views.get(session, GUILD)
  assert.ok(view)
  for (const id of [7n, 8n]) {
    view.cacheMember(member(id, []))
    view.hold(id)
  }
  view.cacheMember(member(9n, []))
  rows.members.set(7n, member(7n, [3n]))
  rows.members.delete(8n)
  views.markStale(GUILD)
  await views.get(session, GUILD)
  assert.deepEqual(view.member(7n)?.roles, [3n])
  assert.equal(view.member(8n), undefined, 'a user who left meanwhile is no member')
  assert.equal(view.member(9n), undefined, 'others are read when they are needed')
  view.release(7n)
  assert.equal(view.watched, true, 'the session of the user who left still watches')
})
