/** Settings that only people's clients follow: how the app looks and how its lists are arranged. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserSettingsObject } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { startLab } from '../support/gateway-lab.ts'

describe('user settings', () => {
  let lab: Awaited<ReturnType<typeof startLab>>
  before(async () => {
    lab = await startLab()
  })
  after(() => lab.platform.close())

  const change = (user: string, body: object) => lab.person(user).patch<UserSettingsObject>('/users/@me/settings', body)

  test('a change is stored, is sent to the other sessions of the person, and is in READY', async () => {
    const ann = await lab.personSession('ann')
    const bob = await lab.personSession('bob')
    const category = lab.channelId('lab', 'general')
    const changes = { theme: 'dark', collapsed_categories: [category], guild_positions: [lab.guildId('lab')] }
    const { status, body } = await change('ann', { ...changes, unknown_setting: 'x'.repeat(1_000) })
    assert.equal(status, 200)
    assert.deepEqual({ ...body, ...changes }, body)
    assert.equal('unknown_setting' in body, false)
    assert.deepEqual((await ann.next('USER_SETTINGS_UPDATE')).d, body)
    await bob.none('USER_SETTINGS_UPDATE', () => lab.settle())
    await ann.none('USER_SETTINGS_UPDATE', () => change('ann', changes))
    const later = await RawGateway.connect(lab.platform.gateway)
    const ready = await later.identify<{ user_settings: UserSettingsObject }>({ token: lab.personToken('ann') })
    assert.deepEqual(ready.user_settings, body)
    assert.deepEqual((await lab.person('ann').get('/users/@me/settings')).body, body)
    await Promise.all([ann, bob, later].map((gateway) => gateway.close()))
  })

  test('settings that nobody chose have their defaults', async () => {
    const { body } = await lab.person('eve').get<UserSettingsObject>('/users/@me/settings')
    const { theme, developer_mode, guild_positions, collapsed_categories } = body
    assert.deepEqual(
      { theme, developer_mode, guild_positions, collapsed_categories },
      { theme: 'system', developer_mode: false, guild_positions: [], collapsed_categories: [] },
    )
  })

  test('a change of one setting keeps the others', async () => {
    await change('bob', { theme: 'light' })
    const { body } = await change('bob', { developer_mode: true })
    assert.deepEqual([body.theme, body.developer_mode], ['light', true])
  })

  test('a language is stored with the user and sent to the other sessions of the person', async () => {
    const bob = await lab.personSession('bob')
    assert.equal((await change('bob', { locale: 'de' })).body.locale, 'de')
    assert.equal((await bob.next<UserSettingsObject>('USER_SETTINGS_UPDATE')).d.locale, 'de')
    assert.equal((await lab.person('bob').get<{ locale: string }>('/users/@me')).body.locale, 'de')
    await bob.close()
  })

  test('null withdraws the choice of a language, which a new user has not made', async () => {
    await change('bob', { locale: 'de' })
    assert.equal((await change('bob', { locale: null })).body.locale, null)
    assert.equal((await lab.person('bob').get<{ locale: string }>('/users/@me')).body.locale, 'en-US')
    const ann = await lab.person('ann').get<UserSettingsObject>('/users/@me/settings')
    assert.equal(ann.body.locale, null)
  })

  test('unknown themes and long lists are refused, and nothing is stored', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => String(index + 1))
    for (const body of [
      { theme: 'pink' },
      { locale: 'tlh' },
      { collapsed_categories: many },
      { guild_positions: many.slice(0, 201) },
    ])
      assert.equal((await change('eve', body)).status, 400)
    assert.equal((await lab.person('eve').get<UserSettingsObject>('/users/@me/settings')).body.theme, 'system')
    assert.equal((await lab.bot('app').patch('/users/@me/settings', { theme: 'dark' })).status, 403)
  })
})
