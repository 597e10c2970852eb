/** Game stats widgets: configurations of the owner, and widgets on the profiles of players. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '@guildhall/testing'
import { type Games, startGames } from '../support/games.ts'

interface Config {
  id: string
  config_id: string
  application_id: string
  display_name: string
  status: string
  surfaces: Record<string, unknown>
  published_at: string | null
  updated_at: string
}
interface Widget {
  id: string
  config_id: string
  display_name: string
  application: { name: string }
  surfaces: Record<string, { components: Record<string, { fields: Record<string, unknown> }> }>
}

const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code: number }).code]
const configsPath = (games: Games, application = 'chess') =>
  `/applications/${games.applicationId(application)}/widget-configs`

const field = (value_type: string, presentation_type: string, value: string, more = {}) => ({
  value_type,
  presentation_type,
  value,
  ...more,
})
const unranked = field('custom_string', 'text', 'Unranked')
const top = {
  layout: 'widget_top_hero',
  components: {
    title: { fields: { text: field('data', 'text', 'rank_name', { fallback: unranked }) } },
    hero: { fields: { image: field('application_asset', 'image', 'hero-1') } },
  },
}
const bottom = {
  layout: 'widget_bottom_stats',
  components: {
    stat_1: { fields: { label: field('custom_string', 'text', 'Wins'), value: field('data', 'number', 'total_wins') } },
    stat_2: { fields: { value: field('data', 'duration', 'played') } },
  },
}
const surfaces = {
  widget_top: top,
  widget_bottom: bottom,
  add_widget_preview: { layout: 'add_widget_preview_hero', components: {} },
}

async function createWidget(games: Games, body: unknown = { display_name: 'Ranks', surfaces }): Promise<Config> {
  const created = await games.person('ann').post<Config>(configsPath(games), body)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body
}

test('[STA-1] the owner of a claimed game creates, changes, publishes and deletes a widget', async () => {
  await using games = await startGames()
  const owner = games.person('ann')
  const config = await createWidget(games)
  assert.deepEqual(
    { ...config, id: undefined, updated_at: undefined },
    {
      id: undefined,
      config_id: config.id,
      application_id: games.applicationId('chess'),
      display_name: 'Ranks',
      status: 'draft',
      surfaces,
      published_at: null,
      updated_at: undefined,
    },
  )
  const path = `${configsPath(games)}/${config.id}`
  const renamed = await owner.patch<Config>(path, { display_name: 'Wins' })
  assert.deepEqual([renamed.status, renamed.body.display_name, renamed.body.surfaces], [200, 'Wins', surfaces])
  const published = await owner.post<Config>(`${path}/publish`)
  assert.deepEqual([published.status, published.body.status], [200, 'published'])
  assert.ok(published.body.published_at)
  assert.deepEqual((await owner.post(`${path}/publish`)).body, published.body, 'again changes nothing')
  assert.deepEqual((await owner.get(configsPath(games))).body, [published.body])
  const unpublished = await owner.post<Config>(`${path}/unpublish`)
  assert.deepEqual([unpublished.body.status, unpublished.body.published_at], ['draft', null])
  assert.equal((await owner.delete(path)).status, 204)
  assert.deepEqual((await owner.get(configsPath(games))).body, [])
  assert.equal((await owner.delete(path)).status, 404)
})

test('[STA-1] an unclaimed application has no widget, and only the owner configures one', async () => {
  await using games = await startGames()
  const config = await createWidget(games)
  const body = { display_name: 'x', surfaces }
  const watcher = configsPath(games, 'watcher')
  assert.deepEqual(refusal(await games.person('ann').post(watcher, body)), [403, 20012])
  assert.deepEqual(refusal(await games.person('ann').get(watcher)), [403, 20012])
  const bearer = games.bearer(await games.tokenOf('ann'))
  const path = `${configsPath(games)}/${config.id}`
  for (const [caller, expected] of [
    [games.person('bob'), [403, 20012]],
    [games.bot('chess'), [403, 20001]],
    [games.bot('rival'), [403, 20001]],
    [bearer, [401, 0]],
  ] as const) {
    assert.deepEqual(refusal(await caller.get(configsPath(games))), expected)
    assert.deepEqual(refusal(await caller.post(configsPath(games), body)), expected)
    assert.deepEqual(refusal(await caller.patch(path, { display_name: 'stolen' })), expected)
    assert.deepEqual(refusal(await caller.delete(path)), expected)
    for (const step of ['publish', 'unpublish'])
      assert.deepEqual(refusal(await caller.post(`${path}/${step}`)), expected)
  }
  const foreign = `${configsPath(games, 'rival')}/${config.id}`
  assert.equal((await games.person('eve').delete(foreign)).status, 404, 'the widget of another game')
  assert.deepEqual((await games.person('ann').get<Config[]>(configsPath(games))).body, [config])
})

test('[STA-1] publishing needs widget_top, widget_bottom and add_widget_preview', async () => {
  await using games = await startGames()
  const owner = games.person('ann')
  for (const missing of Object.keys(surfaces)) {
    const some = Object.fromEntries(Object.entries(surfaces).filter(([name]) => name !== missing))
    const { id } = await createWidget(games, { display_name: missing, surfaces: some })
    const refused = await owner.post(`${configsPath(games)}/${id}/publish`)
    assert.deepEqual(refusal(refused), [400, 50035], missing)
    assert.match(JSON.stringify(refused.body), new RegExp(missing))
  }
  const { id } = await createWidget(games)
  await owner.post(`${configsPath(games)}/${id}/publish`)
  const emptied = await owner.patch(`${configsPath(games)}/${id}`, { surfaces: { widget_top: top } })
  assert.deepEqual(refusal(emptied), [400, 50035], 'a published widget stays complete')
  const statuses = (await owner.get<Config[]>(configsPath(games))).body.map(({ status }) => status)
  assert.deepEqual(statuses, ['draft', 'draft', 'draft', 'published'])
})

test('[STA-1] a widget is rejected for unknown surfaces and values, and stored nowhere', async () => {
  await using games = await startGames()
  const withField = (given: unknown) => ({
    display_name: 'x',
    surfaces: { widget_top: { layout: 'l', components: { c: { fields: { f: given } } } } },
  })
  const cases: Record<string, unknown> = {
    'no name': { surfaces },
    'a name of 101 characters': { display_name: 'n'.repeat(101), surfaces },
    'an unknown surface': { display_name: 'x', surfaces: { widget_left: top } },
    'a surface without a layout': { display_name: 'x', surfaces: { widget_top: { components: {} } } },
    'an unknown value type': withField(field('script', 'text', 'x')),
    'an unknown presentation': withField(field('data', 'html', 'x')),
    'a static text of 257 characters': withField(field('custom_string', 'text', 'x'.repeat(257))),
    'a static number': withField(field('custom_string', 'number', '5')),
    'a static duration': withField(field('custom_string', 'duration', '5')),
    'a static image': withField(field('custom_string', 'image', 'https://example.com/')),
    'an asset as text': withField(field('application_asset', 'text', 'hero')),
    'an asset key with a slash': withField(field('application_asset', 'image', '../hero')),
    'an asset key of 51 characters': withField(field('application_asset', 'image', 'k'.repeat(51))),
    'a key of 101 characters': withField(field('data', 'text', 'k'.repeat(101))),
    'a fallback of a static text': withField(field('custom_string', 'text', 'x', { fallback: unranked })),
    'a fallback from data': withField(field('data', 'text', 'x', { fallback: field('data', 'text', 'y') })),
    'a text for an image': withField(field('data', 'image', 'x', { fallback: unranked })),
    '21 components': {
      display_name: 'x',
      surfaces: {
        widget_top: {
          layout: 'l',
          components: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, { fields: {} }])),
        },
      },
    },
  }
  for (const [name, body] of Object.entries(cases)) {
    const created = await games.person('ann').post(configsPath(games), body)
    assert.deepEqual(refusal(created), [400, 50035], name)
  }
  assert.deepEqual((await games.person('ann').get(configsPath(games))).body, [])
  await createWidget(games, withField(field('custom_string', 'text', 'x'.repeat(256))))
  await createWidget(games, { display_name: 'empty' })
})

/** Publishes a widget of chess and writes statistics of a player. */
async function withStatistics(games: Games, user: string) {
  const config = await createWidget(games)
  await games.person('ann').post(`${configsPath(games)}/${config.id}/publish`)
  await games.tokenOf(user)
  const path = `/applications/${games.applicationId('chess')}/users/${games.userId(user)}/identities/p-1/profile`
  const write = async (data: unknown) => {
    const { status } = await games.bot('chess').patch(path, { data })
    assert.ok(status === 201 || status === 204)
  }
  await write({ primary: { total_wins: 57 }, dynamic: [{ type: 2, name: 'played', value: 23_400_000 }] })
  return { config, write }
}
const mine = (games: Games, ...applications: string[]) => ({
  widgets: applications.map((one) => ({ data: { type: 'application', application_id: games.applicationId(one) } })),
})

test('[STA-1] a player adds the published widget, and people who see the profile see the statistics', async () => {
  await using games = await startGames()
  const { config, write } = await withStatistics(games, 'bob')
  const seenBy = (user: string) => games.person(user).get<Widget[]>(`/users/${games.userId('bob')}/widgets`)
  assert.deepEqual((await seenBy('ann')).body, [], 'not before the player adds it')
  const added = await games.person('bob').put<Widget[]>('/users/@me/widgets', mine(games, 'chess'))
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const [widget] = (await seenBy('ann')).body
  assert.deepEqual([widget], added.body)
  assert.deepEqual([widget?.config_id, widget?.display_name, widget?.application.name], [config.id, 'Ranks', 'Chess'])
  assert.deepEqual(widget?.surfaces.widget_top?.components, {
    title: { fields: { text: { presentation_type: 'text', value: 'Unranked' } } },
    hero: { fields: { image: { presentation_type: 'image', value: { asset_key: 'hero-1' } } } },
  })
  assert.deepEqual(widget?.surfaces.widget_bottom?.components, {
    stat_1: {
      fields: {
        label: { presentation_type: 'text', value: 'Wins' },
        value: { presentation_type: 'number', value: 57 },
      },
    },
    stat_2: { fields: { value: { presentation_type: 'duration', value: 23_400_000 } } },
  })
  await write({ primary: { rank_name: 'Gold' } })
  const [updated] = (await seenBy('ann')).body
  assert.deepEqual(updated?.surfaces.widget_top?.components.title?.fields.text, {
    presentation_type: 'text',
    value: 'Gold',
  })
  assert.deepEqual(refusal(await seenBy('eve')), [403, 50001], 'nothing in common')
  await games.person('ann').post(`${configsPath(games)}/${config.id}/unpublish`)
  assert.deepEqual((await seenBy('ann')).body, [])
  await games.person('ann').post(`${configsPath(games)}/${config.id}/publish`)
  assert.equal((await seenBy('ann')).body[0]?.id, widget?.id)
  await games.person('bob').put(`/users/@me/relationships/${games.userId('ann')}`, { type: 2 })
  assert.deepEqual((await seenBy('ann')).body, [], 'blocked by the player')
  assert.deepEqual((await games.person('bob').put('/users/@me/widgets', { widgets: [] })).body, [])
})

test('[STA-1] a user cannot add a widget without statistics, of an unpublished widget, or twice', async () => {
  await using games = await startGames()
  await withStatistics(games, 'bob')
  const add = (user: string, ...applications: string[]) =>
    games.person(user).put('/users/@me/widgets', mine(games, ...applications))
  assert.deepEqual(refusal(await add('cat', 'chess')), [400, 50035], 'no statistics')
  assert.deepEqual(refusal(await add('bob', 'rival')), [400, 50035], 'no widget')
  assert.deepEqual(refusal(await add('bob', 'chess', 'chess')), [400, 50035], 'twice')
  assert.deepEqual((await games.person('bob').get(`/users/${games.userId('bob')}/widgets`)).body, [])
  assert.equal((await add('bob', 'chess')).status, 200)
  const bot = games.bot('chess')
  assert.deepEqual(refusal(await bot.get(`/users/${games.userId('bob')}/widgets`)), [403, 20001])
  assert.deepEqual(refusal(await games.person('ann').get('/users/1/widgets')), [404, 10013])
})

test('a game that is deleted leaves no widget on profiles', async () => {
  await using games = await startGames()
  await withStatistics(games, 'bob')
  assert.equal((await games.person('bob').put('/users/@me/widgets', mine(games, 'chess'))).status, 200)
  const path = configsPath(games)
  assert.equal((await games.person('ann').post(`/applications/${games.applicationId('chess')}/delete`)).status, 204)
  assert.deepEqual((await games.person('bob').get(`/users/${games.userId('bob')}/widgets`)).body, [])
  assert.deepEqual(refusal(await games.person('ann').get(path)), [404, 10002])
})
