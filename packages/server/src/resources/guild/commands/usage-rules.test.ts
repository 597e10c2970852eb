import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InteractionContext, Permission } from '@guildhall/protocol'
import type { StoredCommand, StoredCommandPermissions } from './model.ts'
import { type Invoker, installsFor, isUsable, mayChangePermission } from './usage-rules.ts'

const GUILD = 100n
const APPLICATION = 200n
const COMMAND = 300n
const USER = 400n
const ROLE = 500n
const CHANNEL = 600n

const command: StoredCommand = {
  id: COMMAND,
  application_id: APPLICATION,
  guild_id: 0n,
  version: 1n,
  type: 1,
  name: 'c',
  name_localizations: null,
  description: 'd',
  description_localizations: null,
  options: [],
  default_member_permissions: null,
  dm_permission: true,
  integration_types: [0],
  contexts: null,
  nsfw: false,
  handler: null,
}
const invoker: Invoker = {
  userId: USER,
  roleIds: [ROLE],
  permissions: Permission.USE_APPLICATION_COMMANDS,
  channelId: CHANNEL,
  guildId: GUILD,
  nsfwChannel: false,
  context: InteractionContext.GUILD,
  installs: { guild: true, user: false },
  embedded: false,
  nearestOnly: false,
}
const botDm: Partial<Invoker> = { guildId: null, context: InteractionContext.BOT_DM }
const byUser: Partial<Invoker> = { installs: { guild: false, user: true } }
const admin: Partial<Invoker> = { permissions: Permission.ADMINISTRATOR }

test('installation, context, age limit and permissions each decide', () => {
  const cases: [string, Partial<StoredCommand>, Partial<Invoker>, boolean][] = [
    ['as it comes', {}, {}, true],
    ['without USE_APPLICATION_COMMANDS', {}, { permissions: 0n }, false],
    ['a user command of who may not write', { type: 2 }, {}, false],
    ['a user command', { type: 2 }, { permissions: invoker.permissions | Permission.SEND_MESSAGES }, true],
    ['an entry point without an activity', { type: 4 }, {}, false],
    ['an entry point', { type: 4 }, { embedded: true }, true],
    ['added by nobody', {}, { installs: { guild: false, user: false } }, false],
    ['for guilds, added by the person', {}, byUser, false],
    ['for both, added by the person', { integration_types: [0, 1] }, byUser, true],
    ['for people, added by the guild', { integration_types: [1] }, {}, false],
    ['of this guild', { guild_id: GUILD }, {}, true],
    ['of another guild', { guild_id: 101n }, {}, false],
    ['of this guild, added by the person', { guild_id: GUILD }, byUser, false],
    ['for conversations with the bot', { contexts: [1] }, {}, false],
    ['for guilds, in a conversation', { contexts: [0] }, botDm, false],
    ['for any place, in a conversation', {}, botDm, true],
    ['by the older field, in a conversation', { dm_permission: false }, botDm, false],
    ['for adults', { nsfw: true }, {}, false],
    ['for adults, among them', { nsfw: true }, { nsfwChannel: true }, true],
    ['for adults, in a conversation', { nsfw: true }, botDm, true],
    ['for adults, by an administrator', { nsfw: true }, admin, false],
    ['for who has a permission', { default_member_permissions: '8192' }, {}, false],
    ['for nobody', { default_member_permissions: '0' }, {}, false],
    ['for nobody, by an administrator', { default_member_permissions: '0' }, admin, true],
    ['for nobody, in a conversation', { default_member_permissions: '0' }, botDm, true],
  ]
  for (const [name, fields, who, expected] of cases)
    assert.equal(isUsable({ ...command, ...fields }, { ...invoker, ...who }, []), expected, name)
})

test("a guild's rules: the command's before the application's, a person's before their roles', channels for all", () => {
  const entry = (id: bigint, type: number, permission: boolean) => ({ id: id.toString(), type, permission })
  const own = (...permissions: StoredCommandPermissions['permissions']) => ({ target_id: COMMAND, permissions })
  const general = (...permissions: StoredCommandPermissions['permissions']) => ({ target_id: APPLICATION, permissions })
  const cases: [string, StoredCommandPermissions[], boolean][] = [
    ['the role may not', [own(entry(ROLE, 1, false))], false],
    ['one of two roles may', [own(entry(ROLE, 1, false), entry(501n, 1, true))], true],
    ['the person may', [own(entry(ROLE, 1, false), entry(USER, 2, true))], true],
    ['the person may not', [own(entry(ROLE, 1, true), entry(USER, 2, false))], false],
    ['nobody may, the role may', [own(entry(GUILD, 1, false), entry(ROLE, 1, true))], true],
    ['nobody may', [own(entry(GUILD, 1, false))], false],
    ['not in this channel', [own(entry(USER, 2, true), entry(CHANNEL, 3, false))], false],
    ['in no channel', [own(entry(GUILD - 1n, 3, false))], false],
    ['in no channel but this', [own(entry(GUILD - 1n, 3, false), entry(CHANNEL, 3, true))], true],
    ['by the application', [general(entry(ROLE, 1, false))], false],
    [
      'by the application, but the command says more',
      [general(entry(ROLE, 1, false)), own(entry(ROLE, 1, true))],
      true,
    ],
    ['of another command', [{ target_id: 301n, permissions: [entry(ROLE, 1, false)] }], true],
  ]
  const roleIds = [ROLE, 501n]
  for (const [name, rules, expected] of cases)
    assert.equal(isUsable(command, { ...invoker, roleIds }, rules), expected, name)
  const closed = [own(entry(USER, 2, false), entry(CHANNEL, 3, false))]
  assert.equal(isUsable(command, { ...invoker, ...admin }, closed), true, 'an administrator is above them')
  const strict = { ...command, default_member_permissions: '8' }
  assert.equal(isUsable(strict, invoker, [own(entry(USER, 2, true))]), true, 'a rule goes before the default')
})

test('permission lists and default permissions decide together, in the newer and the older reading', () => {
  const entry = (type: number, permission: boolean, id = USER) => ({ id: id.toString(), type, permission })
  const own = (...permissions: StoredCommandPermissions['permissions']) => ({ target_id: COMMAND, permissions })
  const general = (...permissions: StoredCommandPermissions['permissions']) => ({ target_id: APPLICATION, permissions })
  const strict = { default_member_permissions: '8192' }
  const other = entry(2, true, 999n)
  const closed = entry(3, false, CHANNEL)
  // Name, command, rules, newer, older.
  const cases: [string, Partial<StoredCommand>, StoredCommandPermissions[], boolean, boolean][] = [
    ['the application lets in, the default does not', strict, [general(entry(2, true))], false, true],
    ['the application shuts out', {}, [general(entry(2, false))], false, false],
    ['the command lets in whom the default does not', strict, [own(entry(2, true))], true, true],
    [
      'the command lets in whom the application shuts out',
      {},
      [own(entry(2, true)), general(entry(2, false))],
      true,
      true,
    ],
    ['the command has rules for others alone', strict, [own(other)], false, true],
    ['so has the application', strict, [general(other)], false, true],
    [
      'the application shuts out, the command has rules for others',
      {},
      [own(other), general(entry(2, false))],
      false,
      true,
    ],
    ['a channel that the application has closed', {}, [own(other), general(closed)], false, true],
    [
      'a channel that the application has closed and the command opened',
      {},
      [own(entry(3, true, CHANNEL)), general(closed)],
      true,
      true,
    ],
  ]
  for (const [name, fields, rules, newer, older] of cases) {
    const whole = { ...command, ...fields }
    assert.equal(isUsable(whole, invoker, rules), newer, name)
    assert.equal(isUsable(whole, { ...invoker, nearestOnly: true }, rules), older, `${name}, of old`)
  }
})

test('rules about roles and members are made from above them, about channels by who manages them', () => {
  assert.ok(mayChangePermission({ rank: 2 }, { rank: 1 }).ok)
  assert.ok(!mayChangePermission({ rank: 1 }, { rank: 1 }).ok)
  assert.ok(mayChangePermission({ rank: 0 }, { permissions: Permission.MANAGE_CHANNELS }).ok)
  assert.ok(!mayChangePermission({ rank: 9 }, { permissions: Permission.MANAGE_ROLES }).ok)
})

test('a command is usable where its installs and contexts fit', () => {
  const all = { guild: true, user: true }
  assert.deepEqual(installsFor([0], all), { guild: true, user: false })
  assert.deepEqual(installsFor([1], all), { guild: false, user: true })
  assert.deepEqual(installsFor(null, all), { guild: true, user: false })
  assert.deepEqual(installsFor([0, 1], { guild: false, user: true }), { guild: false, user: true })
})
