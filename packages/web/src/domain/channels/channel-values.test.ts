import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelFlag, type ChannelObject, ChannelType } from '@guildhall/protocol'
import { changedFields, mergeFlags, withChanges } from '../../ui/changes.ts'
import { bodyOfChannel, channelValuesOf, SLOWMODES, withValue } from './channel-values.ts'

const CHANNEL = { id: '1', type: ChannelType.GUILD_VOICE, name: 'talk', bitrate: 64_000 } as ChannelObject

test('bodyOfChannel has only the fields that were changed', () => {
  const saved = channelValuesOf(CHANNEL)
  const changes = { name: 'rooms', bitrate: '96', user_limit: '5', nsfw: false }
  assert.deepEqual(bodyOfChannel(changedFields(withChanges({}, saved, changes), saved)), {
    name: 'rooms',
    bitrate: 96_000,
    user_limit: 5,
  })
})

test('bodyOfChannel keeps other flags of a forum, and those that somebody else has set meanwhile', () => {
  const [other, theirs] = [1 << 3, 1 << 6]
  const saved = channelValuesOf({ ...CHANNEL, type: ChannelType.GUILD_FORUM, flags: other, default_sort_order: 1 })
  const pending = withChanges({}, saved, { flags: other | ChannelFlag.REQUIRE_TAG, default_sort_order: null })
  const body = bodyOfChannel(changedFields(pending, { ...saved, flags: other | theirs }, { flags: mergeFlags }))
  assert.deepEqual(body, { flags: other | theirs | ChannelFlag.REQUIRE_TAG, default_sort_order: null })
})

test('withValue adds a value without a choice', () => {
  assert.deepEqual(withValue(SLOWMODES, 5), SLOWMODES)
  assert.deepEqual(withValue(SLOWMODES, 7).at(-1), [7, '7'])
})
