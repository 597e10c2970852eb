import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelFlag, ChannelType } from '@guildhall/protocol'
import { bodyOfChannel, SLOWMODES, withValue } from './channel-values.ts'

function values(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('bodyOfChannel has only the fields of the type', () => {
  assert.deepEqual(bodyOfChannel(values({ name: 'rooms' }), { type: ChannelType.GUILD_CATEGORY }), { name: 'rooms' })
  const voice = bodyOfChannel(
    values({ name: 'talk', rate_limit_per_user: '0', bitrate: '64', user_limit: '5', video_quality_mode: '1' }),
    { type: ChannelType.GUILD_VOICE },
  )
  assert.deepEqual(voice, {
    name: 'talk',
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    bitrate: 64_000,
    user_limit: 5,
    rtc_region: null,
    video_quality_mode: 1,
  })
})

test('bodyOfChannel keeps other flags of a forum', () => {
  const other = 1 << 3
  const body = bodyOfChannel(values({ name: 'help', require_tag: 'on', default_sort_order: '' }), {
    type: ChannelType.GUILD_FORUM,
    flags: other,
  })
  assert.equal(body.flags, other | ChannelFlag.REQUIRE_TAG)
  assert.equal(body.default_sort_order, null)
})

test('withValue adds a value that no choice stands for', () => {
  assert.equal(withValue(SLOWMODES, 5), SLOWMODES)
  assert.deepEqual(withValue(SLOWMODES, 7).at(-1), [7, '7'])
})
