import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Capability, Permission } from '@guildhall/protocol'
import { canView, visibilityOf } from '../../../access/visibility.ts'
import { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild, StoredRole, VoiceState } from '../../../kernel/model.ts'
import { Viewer } from '../../../kernel/viewer.ts'
import { presentAs } from './hidden-present.ts'
import { newChannel } from './model.ts'
import { presentChannel } from './present.ts'

const GUILD = 100n
const USER = 7n
const hiding = { id: GUILD, type: 0, allow: 0n, deny: Permission.VIEW_CHANNEL }

function viewWith(...channels: Channel[]): GuildView {
  const view = new GuildView({ id: GUILD, name: 'lab', owner_id: 1n } as Guild)
  view.roles.set(GUILD, { id: GUILD, permissions: Permission.VIEW_CHANNEL, position: 0 } as StoredRole)
  for (const channel of channels) view.channels.set(channel.id, channel)
  return view
}

const channel = (fields: Partial<Channel>) =>
  newChannel({ id: 2n, guild_id: GUILD, type: 0, name: 'secret', permission_overwrites: [hiding], ...fields })

function viewer(
  view: GuildView,
  options: Partial<{ kind: 'bot' | 'person'; capabilities: number; optIn: boolean; forAll: boolean }>,
) {
  return new Viewer({
    kind: options.kind ?? 'bot',
    userId: USER,
    applicationId: null,
    scopes: new Set(),
    intents: 1,
    capabilities: options.capabilities ?? 0,
    view,
    roleIds: [],
    obfuscationOptIn: options.optIn ?? false,
    obfuscationForAll: () => options.forAll ?? false,
    member: () => undefined,
    now: () => 0,
  })
}

test('[GW-1] [GW-2] [GW-3] [EVT-3] presentHiddenChannel leaves out the fields of a channel that the viewer cannot view', () => {
  const hidden = channel({})
  const view = viewWith(hidden)
  const cases = [
    [{}, 'whole'],
    [{ capabilities: Capability.CHANNEL_OBFUSCATION }, 'hidden'],
    [{ capabilities: 1 << 3 }, 'whole'],
    [{ optIn: true }, 'hidden'],
    [{ forAll: true }, 'hidden'],
    [{ forAll: true, capabilities: Capability.CHANNEL_OBFUSCATION, optIn: true }, 'hidden'],
    [{ kind: 'person' }, 'nothing'],
    [{ kind: 'person', forAll: true, capabilities: Capability.CHANNEL_OBFUSCATION }, 'nothing'],
  ] as const
  for (const [options, expected] of cases)
    assert.equal(visibilityOf(viewer(view, options), hidden), expected, JSON.stringify(options))
  const open = channel({ permission_overwrites: [] })
  for (const [options] of cases) assert.equal(visibilityOf(viewer(viewWith(open), options), open), 'whole')
})

test('[CH-12] a category is viewed through its channels, a voice channel from inside', () => {
  const category = channel({ id: 3n, type: 4 })
  const inside = channel({ id: 4n, parent_id: 3n, permission_overwrites: [] })
  const secret = channel({ id: 5n, parent_id: 3n })
  assert.equal(canView(viewer(viewWith(category, secret), {}), category), false)
  assert.equal(canView(viewer(viewWith(category, secret, inside), {}), category), true)
  const voice = channel({ id: 6n, type: 2 })
  const view = viewWith(voice)
  assert.equal(canView(viewer(view, {}), voice), false)
  view.voiceStates.set(USER, { channel_id: 6n } as VoiceState)
  assert.equal(canView(viewer(view, {}), voice), true)
})

test('[CH-5] [CH-6] [CH-7] [CH-8] the obfuscated channel holds where it stands and nothing else', () => {
  const overwrites = [1n, 2n, 3n, 4n, 5n].map((id) => ({ id, type: 1, allow: 0n, deny: Permission.VIEW_CHANNEL }))
  const everything: Partial<Channel> = {
    topic: 'plans',
    nsfw: true,
    rate_limit_per_user: 30,
    bitrate: 96_000,
    user_limit: 12,
    rtc_region: 'here',
    video_quality_mode: 2,
    flags: 1 << 4,
    default_auto_archive_duration: 60,
    default_thread_rate_limit_per_user: 9,
    default_reaction_emoji: { emoji_id: null, emoji_name: '🔥' },
    default_sort_order: 1,
    default_forum_layout: 2,
    available_tags: [{ id: 9n, name: 'plan', moderated: true, emoji_id: null, emoji_name: null }],
    last_pin_timestamp: 1_000,
    last_message_id: 77n,
    application_id: null,
    position: 4,
    parent_id: 3n,
    permission_overwrites: overwrites,
  }
  const common = {
    id: '2',
    guild_id: '100',
    position: 4,
    parent_id: '3',
    name: '___hidden___',
    flags: 131072,
    permission_overwrites: [{ id: '100', type: 0, allow: '0', deny: '1024' }],
    nsfw: false,
  }
  const text = { topic: null, last_message_id: null, last_pin_timestamp: null, rate_limit_per_user: 0 }
  const forum = { available_tags: [], default_reaction_emoji: null, default_sort_order: null }
  const voice = { bitrate: 64_000, user_limit: 0, rtc_region: null }
  for (const [type, fields] of [
    [0, text],
    [2, { ...text, ...voice }],
    [4, {}],
    [5, text],
    [13, { ...text, ...voice }],
    [15, { ...text, ...forum }],
    [16, { ...text, ...forum }],
  ] as const) {
    const whole = channel({ ...everything, type })
    assert.deepEqual(presentAs(whole, 'hidden'), { ...common, type, ...fields }, `type ${type}`)
    assert.deepEqual(presentAs(whole, 'whole'), presentChannel(whole))
    assert.equal((presentChannel(whole).flags as number) & 131072, 0)
  }
})
