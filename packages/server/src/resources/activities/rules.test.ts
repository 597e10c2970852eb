import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { mayLaunch } from './rules.ts'

const { USE_EMBEDDED_ACTIVITIES, USE_EXTERNAL_APPS } = Permission

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
    assert.equal(mayLaunch({ permissions, inGuild, installed }).ok, expected, `${permissions} ${inGuild} ${installed}`)
})
