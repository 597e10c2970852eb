/** Changes of an application by its bot and by its owner. */
import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import type { api } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const world = { users: { ann: {}, bob: {} }, applications: { app: { owner: 'ann', bot: {} } }, guilds: {} }

interface Response {
  code: number
  errors: Record<string, unknown>
  install_params: unknown
  integration_types_config: unknown
  event_webhooks_types: string[]
  redirect_uris: string[]
  tags: string[]
  eligible_oauth2_scopes: string[]
}

const test = guildhallTest({ world })
const { platform } = test
let bot: ReturnType<typeof api>
let owner: ReturnType<typeof api>
const path = '/applications/@me'
const ofOwner = () => `/applications/${platform.app.applicationId}`

describe('applications', () => {
  before(async () => {
    await test.start()
    bot = platform.app.api
    owner = platform.ann.api
  })

  test('PATCH /applications/{id} stores install parameters, webhook events, tags and redirect addresses', async () => {
    const { body } = await bot.patch<Response>(path, {
      install_params: { scopes: ['bot', 'applications.commands'], permissions: '2048' },
      integration_types_config: { 0: { oauth2_install_params: { scopes: ['bot'], permissions: 8 } }, 1: null },
      event_webhooks_types: ['ENTITLEMENT_CREATE', 'APPLICATION_AUTHORIZED'],
      tags: ['one', 'two'],
    })
    assert.deepEqual(body.install_params, { scopes: ['bot', 'applications.commands'], permissions: '2048' })
    assert.deepEqual(body.integration_types_config, {
      0: { oauth2_install_params: { scopes: ['bot'], permissions: '8' } },
    })
    assert.deepEqual(body.event_webhooks_types, ['ENTITLEMENT_CREATE', 'APPLICATION_AUTHORIZED'])
    assert.ok(body.eligible_oauth2_scopes.includes('identify'))
    const uris = ['https://a.example/callback', 'myapp:/authorize/callback']
    assert.deepEqual((await owner.patch<Response>(ofOwner(), { redirect_uris: uris })).body.redirect_uris, uris)
    assert.equal((await bot.patch<Response>(path, { install_params: null })).body.install_params, undefined)
  })

  test('PATCH /applications/{id} rejects invalid fields by name and changes nothing', async () => {
    const before = (await bot.get<Response>(path)).body
    const cases: [string, unknown][] = [
      ['install_params', { scopes: ['identify'], permissions: '8' }],
      ['install_params', { scopes: ['bot', 'bot'], permissions: '8' }],
      ['install_params', { scopes: [], permissions: '8' }],
      ['install_params', { scopes: ['bot'], permissions: 'all' }],
      ['integration_types_config', {}],
      ['integration_types_config', { 0: null, 1: null }],
      ['integration_types_config', { 0: { oauth2_install_params: { scopes: ['email'] } } }],
      ['event_webhooks_types', ['MESSAGE_CREATE']],
      ['event_webhooks_types', ['ENTITLEMENT_CREATE', 'ENTITLEMENT_CREATE']],
      ['tags', ['same', 'same']],
    ]
    for (const [field, value] of cases) {
      const { body } = await bot.patch<Response>(path, { description: 'changed', [field]: value })
      assert.deepEqual([body.code, field in (body.errors ?? {})], [50035, true], `${field} ${JSON.stringify(value)}`)
    }
    const uris = await owner.patch<Response>(ofOwner(), { redirect_uris: ['https://a.example', 'no address'] })
    assert.deepEqual(Object.keys((uris.body.errors.redirect_uris ?? {}) as object), ['1'])
    assert.deepEqual((await bot.get<Response>(path)).body, before)
    const stranger = platform.bob.api
    assert.ok((await stranger.patch<Response>(ofOwner(), { tags: [] })).status >= 400)
  })
})
