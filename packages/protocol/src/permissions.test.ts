import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, has, namesOf, Permission, type PermissionName } from './permissions.ts'

const rows: [string, PermissionName, bigint][] = [
  ['PRM-1', 'CREATE_GUILD_EXPRESSIONS', 8796093022208n],
  ['PRM-5', 'CREATE_EVENTS', 17592186044416n],
  ['PRM-8', 'SET_VOICE_CHANNEL_STATUS', 281474976710656n],
  ['PRM-10', 'PIN_MESSAGES', 2251799813685248n],
  ['PRM-15', 'BYPASS_SLOWMODE', 4503599627370496n],
  ['PRM-19', 'VIEW_CHANNEL', 1024n],
  ['PRM-20', 'MANAGE_CHANNELS', 16n],
  ['PRM-21', 'MANAGE_GUILD', 32n],
  ['PRM-22', 'KICK_MEMBERS', 2n],
  ['PRM-23', 'ADMINISTRATOR', 8n],
  ['PRM-24', 'READ_MESSAGE_HISTORY', 65536n],
]

for (const [row, name, value] of rows) {
  test(`[${row}] ${name} is ${value}`, () => assert.equal(Permission[name], value))
}

test('[PRM-25] Permission names bits 0 to 52 once each, except 47', () => {
  const bits = Object.values(Permission)
  assert.equal(bits.length, 52)
  assert.equal(new Set(bits).size, 52)
  assert.equal(ALL_PERMISSIONS, 2n ** 53n - 1n - 2n ** 47n)
})

test('namesOf() lists names, unknown bits and nothing', () => {
  assert.equal(namesOf(0n), 'nothing')
  assert.equal(namesOf(Permission.VIEW_CHANNEL | Permission.BYPASS_SLOWMODE), 'VIEW_CHANNEL | BYPASS_SLOWMODE')
  assert.equal(namesOf(1n << 60n), `unknown ${1n << 60n}`)
  assert.equal(has(3n, 1n), true)
  assert.equal(has(1n, 3n), false)
})
