import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, ChannelType, Permission, type Verdict } from '@guildhall/protocol'
import {
  featuresAfter,
  mayAnimate,
  mayDeleteGuild,
  mayHaveImage,
  mayHaveVanityUrl,
  mayPreview,
  mayReferTo,
  maySwitchFeatures,
  mayTag,
  mayTransfer,
  missingForCommunity,
} from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const owner = { permissions: ALL_PERMISSIONS, owner: true }
const administrator = { permissions: ALL_PERMISSIONS, owner: false }
const manager = { permissions: Permission.MANAGE_GUILD, owner: false }

test('[GLD-1] maySwitchFeatures needs the permission of each switched feature', () => {
  const cases = [
    ['no change', manager, ['BANNER'], ['BANNER'], 'ok'],
    ['invites off', manager, [], ['INVITES_DISABLED'], 'ok'],
    ['invites on', manager, ['INVITES_DISABLED'], [], 'ok'],
    ['raid alerts off', manager, [], ['RAID_ALERTS_DISABLED'], 'ok'],
    ['community', manager, [], ['COMMUNITY'], 'MISSING_PERMISSIONS'],
    ['community, by an administrator', administrator, [], ['COMMUNITY'], 'ok'],
    ['community off', manager, ['COMMUNITY'], [], 'MISSING_PERMISSIONS'],
    ['discoverable, by an administrator', administrator, [], ['DISCOVERABLE'], 'ok'],
    ['pruning, by an administrator', administrator, [], ['PRUNE_REQUIRES_ADMIN'], 'MISSING_PERMISSIONS'],
    ['pruning off, by an administrator', administrator, ['PRUNE_REQUIRES_ADMIN'], [], 'MISSING_PERMISSIONS'],
    ['pruning, by the owner', owner, [], ['PRUNE_REQUIRES_ADMIN'], 'ok'],
    ['pruning off, by the owner', owner, ['PRUNE_REQUIRES_ADMIN'], [], 'ok'],
    ['a feature of the platform', owner, [], ['VERIFIED'], 'INVALID_FORM_BODY'],
    ['an unknown feature', owner, [], ['FLYING'], 'INVALID_FORM_BODY'],
    ['a property of Object.prototype', owner, [], ['toString'], 'INVALID_FORM_BODY'],
  ] as const
  for (const [name, actor, before, after, expected] of cases)
    assert.equal(outcome(maySwitchFeatures(actor, before, after)), expected, name)
})

test('featuresAfter keeps features of the platform', () => {
  assert.deepEqual(featuresAfter(['BANNER', 'COMMUNITY'], []), ['BANNER'])
  assert.deepEqual(featuresAfter(['BANNER'], ['BANNER', 'COMMUNITY', 'COMMUNITY']), ['BANNER', 'COMMUNITY'])
})

test('mayTransfer refuses callers other than the owner, bots and pending members', () => {
  const member = { bot: false, pending: false }
  assert.equal(outcome(mayTransfer(owner, member)), 'ok')
  assert.equal(outcome(mayTransfer(administrator, member)), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayTransfer(owner, { ...member, bot: true })), 'OWNER_CANNOT_BE_BOT')
  assert.equal(outcome(mayTransfer(owner, { ...member, pending: true })), 'OWNER_CANNOT_BE_PENDING')
})

test('mayReferTo accepts the channel types of each setting', () => {
  const cases = [
    ['afk_channel_id', ChannelType.GUILD_VOICE, 'ok'],
    ['afk_channel_id', ChannelType.GUILD_TEXT, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['afk_channel_id', ChannelType.GUILD_STAGE_VOICE, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['system_channel_id', ChannelType.GUILD_TEXT, 'ok'],
    ['system_channel_id', ChannelType.GUILD_VOICE, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['rules_channel_id', ChannelType.GUILD_ANNOUNCEMENT, 'ok'],
    ['rules_channel_id', ChannelType.PUBLIC_THREAD, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['public_updates_channel_id', ChannelType.GUILD_CATEGORY, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['safety_alerts_channel_id', ChannelType.GUILD_FORUM, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
    ['widget_channel_id', ChannelType.GUILD_VOICE, 'ok'],
    ['widget_channel_id', ChannelType.GUILD_TEXT, 'ok'],
    ['widget_channel_id', ChannelType.GUILD_CATEGORY, 'CANNOT_EXECUTE_ON_CHANNEL_TYPE'],
  ] as const
  for (const [setting, type, expected] of cases)
    assert.equal(outcome(mayReferTo(setting, { type })), expected, `${setting}, ${type}`)
})

test('mayHaveImage needs the feature of each image', () => {
  const cases = [
    ['icon', [], 'ok'],
    ['splash', [], 'GUILD_BOOSTS_REQUIRED'],
    ['splash', ['INVITE_SPLASH'], 'ok'],
    ['banner', ['INVITE_SPLASH'], 'GUILD_BOOSTS_REQUIRED'],
    ['banner', ['BANNER'], 'ok'],
    ['discovery_splash', ['BANNER'], 'GUILD_BOOSTS_REQUIRED'],
    ['discovery_splash', ['DISCOVERABLE'], 'ok'],
  ] as const
  for (const [image, features, expected] of cases)
    assert.equal(outcome(mayHaveImage(image, features)), expected, `${image} with ${features}`)
})

test('missingForCommunity lists missing channels of a community guild', () => {
  const none = { rules_channel_id: null, public_updates_channel_id: null }
  const both = ['rules_channel_id', 'public_updates_channel_id']
  assert.deepEqual(missingForCommunity({ features: [], ...none }), [])
  assert.deepEqual(missingForCommunity({ features: ['COMMUNITY'], ...none }), both)
  const complete = { features: ['COMMUNITY'], rules_channel_id: 1n, public_updates_channel_id: 1n }
  assert.deepEqual(missingForCommunity(complete), [])
})

test('[USR-4] mayTag needs GUILD_TAGS', () => {
  assert.equal(outcome(mayTag([])), 'GUILD_BOOSTS_REQUIRED')
  assert.equal(outcome(mayTag(['GUILD_TAGS'])), 'ok')
})

test('mayAnimate needs the feature of the icon or banner', () => {
  const cases = [
    ['icon', [], false],
    ['icon', ['ANIMATED_ICON'], true],
    ['banner', ['ANIMATED_ICON'], false],
    ['banner', ['ANIMATED_BANNER'], true],
    ['splash', ['ANIMATED_ICON', 'ANIMATED_BANNER'], false],
  ] as const
  for (const [image, features, expected] of cases)
    assert.equal(mayAnimate(image, features), expected, `${image} with ${features}`)
})

test('mayPreview and mayHaveVanityUrl follow membership and features', () => {
  assert.equal(mayPreview({ member: true, features: [] }), true)
  assert.equal(mayPreview({ member: false, features: [] }), false)
  assert.equal(mayPreview({ member: false, features: ['DISCOVERABLE'] }), true)
  assert.equal(mayPreview({ member: false, features: ['PREVIEW_ENABLED'] }), true)
  assert.equal(outcome(mayHaveVanityUrl([])), 'MISSING_ACCESS')
  assert.equal(outcome(mayHaveVanityUrl(['VANITY_URL'])), 'ok')
})

test('mayDeleteGuild accepts the owner alone', () => {
  assert.equal(outcome(mayDeleteGuild({ owner_id: 1n }, 1n)), 'ok')
  assert.equal(outcome(mayDeleteGuild({ owner_id: 1n }, 2n)), 'MISSING_PERMISSIONS')
})
