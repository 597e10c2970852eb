/** One address must not lock out everyone behind it. [H3] */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, startPlatform, type TestPlatform } from '@guildhall/testing'
import { getInRow } from '../support/request-row.ts'

let platform: TestPlatform
let bot: ReturnType<typeof api>
let hook = ''

const get = (authorization: string, path = '/users/@me') => fetch(platform.api + path, { headers: { authorization } })

const world = {
  users: { ann: { password: 'correct horse' }, bob: { password: 'battery staple' } },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

describe('many callers behind one address', () => {
  before(async () => {
    platform = await startPlatform({ world, databaseUrl: null, logLevel: 'silent', trustProxy: ['loopback'] })
    bot = api(platform.api, `Bot ${platform.world?.applications.app?.bot?.token}`)
    const general = platform.world?.guilds.lab?.channels.general?.id ?? ''
    const { body } = await bot.post<{ id: string; token: string }>(`/channels/${general}/webhooks`, { name: 'hook' })
    hook = `/webhooks/${body.id}/${body.token}`
  })
  after(() => platform.close())

  test('[LIM-17] 10,000 invalid tokens shut out invalid tokens, and no valid one', async () => {
    const tokens = Array.from({ length: 10_000 }, (_, index) => `Bot x${index}`)
    assert.deepEqual([...new Set(await getInRow(`${platform.api}/users/@me`, tokens))], [401])
    assert.equal((await get('Bot x')).status, 429)
    assert.equal((await fetch(`${platform.api}/gateway`)).status, 429, 'no credential')
    assert.equal((await bot.get('/users/@me')).status, 200)
    assert.equal((await fetch(platform.api + hook)).status, 200, 'a webhook by its token')
    assert.equal((await fetch(`${platform.api}${hook}x`)).status, 429, 'a webhook by another token')
    const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.1' } }
    assert.equal((await fetch(`${platform.api}/gateway`, elsewhere)).status, 200, 'another address')
  })

  test('sign-in is limited by account and address together', async () => {
    const login = async (name: string, password: string, address: string) => {
      const response = await fetch(`${platform.api}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ login: name, password }),
      })
      await response.arrayBuffer()
      return response.status
    }
    for (let tries = 0; tries < 10; tries += 1) assert.equal(await login('ann', 'guess', '192.0.2.9'), 400)
    assert.equal(await login('ann', 'correct horse', '192.0.2.9'), 429, 'the attacked account from that address')
    assert.equal(await login('ANN', 'correct horse', '192.0.2.9'), 429, 'in another spelling')
    assert.equal(await login('bob', 'battery staple', '192.0.2.9'), 200, 'another account from that address')
    assert.equal(await login('ann', 'correct horse', '192.0.2.10'), 200, 'the account from another address')
  })
})
