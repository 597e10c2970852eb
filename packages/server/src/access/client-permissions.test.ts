import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelPermissions, guildPermissions } from '@guildhall/client/questions'
import { ChannelType, type Instant, MemberFlag, Permission, type RoleObject } from '@guildhall/protocol'
import fc from 'fast-check'
import { GuildView } from '../kernel/guild-view.ts'
import type { Channel, Guild, Member, StoredRole } from '../kernel/model.ts'
import { memberChannelPermissions } from './channel.ts'

const GUILD = 1n
const OWNER = 9n
const NOW = 1_000_000
const bits = fc
  .array(fc.constantFrom(...Object.values(Permission)), { maxLength: 12 })
  .map((some) => some.reduce((all, bit) => all | bit, 0n))
const roleIds = [GUILD, 2n, 3n, 4n]
const overwrite = fc.record({
  target: fc.oneof(
    fc.constantFrom(...roleIds).map((id) => ({ id, type: 0 })),
    fc.constantFrom(5n, 6n).map((id) => ({ id, type: 1 })),
  ),
  allow: bits,
  deny: bits,
})
const scene = fc.record({
  roles: fc.tuple(bits, bits, bits, bits),
  userId: fc.constantFrom(5n, 6n, OWNER),
  held: fc.subarray([2n, 3n, 4n, 7n]),
  until: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
  pending: fc.boolean(),
  flags: fc.constantFrom(0, MemberFlag.AUTOMOD_QUARANTINED_USERNAME, MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG, 1),
  type: fc.constantFrom(...Object.values(ChannelType).filter((type) => type !== 1 && type !== 3)),
  overwrites: fc.uniqueArray(overwrite, { selector: ({ target }) => `${target.type} ${target.id}`, maxLength: 6 }),
})
const THREADS: ReadonlySet<number> = new Set([10, 11, 12])

test('a client computes the permissions of the server from wire objects, at every time', () => {
  fc.assert(
    fc.property(scene, ({ roles, userId, held, until, pending, flags, type, overwrites }) => {
      const view = new GuildView({ id: GUILD, owner_id: OWNER } as Guild)
      roleIds.forEach((id, index) => {
        view.roles.set(id, { id, permissions: roles[index] } as StoredRole)
      })
      const permission_overwrites = overwrites.map(({ target, allow, deny }) => ({ ...target, allow, deny }))
      const parent = {
        id: 20n,
        type: ChannelType.GUILD_TEXT,
        parent_id: null,
        permission_overwrites,
      } as unknown as Channel
      const thread = { id: 21n, type, parent_id: 20n, permission_overwrites: [], thread_metadata: {} }
      const channel = THREADS.has(type) ? (thread as unknown as Channel) : { ...parent, type }
      for (const one of [parent, channel]) view.channels.set(one.id, one)
      const member = { user_id: userId, roles: held, communication_disabled_until: until, pending, flags } as Member

      const facts = {
        guild: { id: String(GUILD), owner_id: String(OWNER) },
        roles: new Map(
          roleIds.map((id, index) => [String(id), { id: String(id), permissions: String(roles[index]) } as RoleObject]),
        ),
      }
      const wireMember = {
        userId: String(userId),
        roles: held.map(String),
        communication_disabled_until: until === null ? null : new Date(until).toISOString(),
        pending,
        flags,
      }
      const wire = {
        permission_overwrites: permission_overwrites.map(({ id, type, allow, deny }) => ({
          id: String(id),
          type,
          allow: String(allow),
          deny: String(deny),
        })),
      }
      const at = THREADS.has(type) ? { channel: { type }, parent: wire } : { channel: { type, ...wire } }
      assert.equal(guildPermissions(facts, wireMember, NOW), view.permissionsOfMember(member, NOW as Instant))
      assert.equal(channelPermissions(facts, wireMember, at, NOW), memberChannelPermissions(view, channel, member, NOW))
    }),
  )
})
