import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { mayJoin, mayLaunch } from './rules.ts'

const { USE_EMBEDDED_ACTIVITIES, USE_EXTERNAL_APPS } = Permission
const text = { channel: { id: 1n, type: ChannelType.GUILD_TEXT as number }, afkChannelId: null }

test('mayLaunch needs USE_EMBEDDED_ACTIVITIES, and USE_EXTERNAL_APPS in guilds without the application', () => {
  const cases: [bigint, boolean, boolean, boolean][] = [
    [USE_EMBEDDED_ACTIVITIES, true, true, true],
    [0n, true, true, false],
    [USE_EXTERNAL_APPS, true, true, false],
    [USE_EMBEDDED_ACTIVITIES, true, false, false],
    [USE_EMBEDDED_ACTIVITIES | USE_EXTERNAL_APPS, true, false, true],
    [USE_EMBEDDED_ACTIVITIES, false, false, true],
  ]
  for (const [permissions, inGuild, installed, expected] of cases)
    assert.equal(mayLaunch({ permissions, inGuild, installed }, text).ok, expected, `${permissions} ${installed}`)
})

test('mayLaunch accepts channels in which people write or speak, except stages and the AFK channel', () => {
  const actor = { permissions: USE_EMBEDDED_ACTIVITIES, inGuild: true, installed: true }
  const accepted = Object.values(ChannelType).filter(
    (type) => mayLaunch(actor, { channel: { id: 1n, type }, afkChannelId: null }).ok,
  )
  assert.deepEqual(
    accepted.sort((a, b) => a - b),
    [0, 1, 2, 3, 5, 10, 11, 12],
  )
  assert.equal(mayLaunch(actor, { ...text, afkChannelId: 1n }).ok, false)
})

test('mayJoin accepts users below the limit, and all with the limit -1', () => {
  assert.deepEqual(
    [mayJoin(0, 1), mayJoin(1, 1), mayJoin(99, -1), mayJoin(2, 1)].map(({ ok }) => ok),
    [true, false, true, false],
  )
})
