import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkWorld, parseWorld, readWorldFile, WorldError } from './world-file.ts'

const worlds = new URL('../../test/worlds/', import.meta.url)
const lab = JSON.parse(await readFile(new URL('lab.json', worlds), 'utf8'))

/** Returns the example world with one value set at a path. */
function spoiled(path: (string | number)[], value: unknown): unknown {
  const world = structuredClone(lab)
  let node = world
  for (const key of path.slice(0, -1)) node = node[key] ??= {}
  node[path.at(-1) ?? ''] = value
  return world
}

function faultsOf(run: () => unknown): readonly { path: string; message: string }[] {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof WorldError, String(error))
    return error.faults
  }
  return []
}

test('[SVC-1] bot, sign-in application, activity and game stand in one file, JSON and YAML alike', async () => {
  const [json, yaml] = await Promise.all(
    ['lab.json', 'lab.yaml'].map((name) => readWorldFile(fileURLToPath(new URL(name, worlds)))),
  )
  assert.deepEqual(json, yaml)
  assert.deepEqual(Object.keys(json?.applications ?? {}), ['ping', 'sign-in', 'quiz', 'quest'])
  assert.deepEqual(json?.guilds.lab?.emojis, { party: {}, wave: {} })
  assert.deepEqual(parseWorld('{}', 'empty.json'), { users: {}, applications: {}, guilds: {} })
})

const general = ['guilds', 'lab', 'channels', 'general']
const overwrites = ['guilds', 'lab', 'channels', 'secret', 'permission_overwrites']
const mod = ['guilds', 'lab', 'roles', 'mod']
const ping = ['applications', 'ping']

const oidc = (change: object) => ({ type: 'OIDC', issuer: 'https://id.example.com', client_id: 'game', ...change })

/** The path and value that a case sets, the path of the fault, and a word of its message. */
const INVALID: [(string | number)[], unknown, string, RegExp][] = [
  [['usres'], {}, 'usres', /unknown key; did you mean users\?/],
  [['users'], [], 'users', /object/],
  [['users', 'bob'], 'bob', 'users.bob', /object/],
  [['users', 'bob', 'nick'], 'b', 'users.bob.nick', /unknown key/],
  [['users', 'bob', 'username'], 'b', 'users.bob.username', /2 to 32/],
  [['users', 'bob', 'username'], 'bob#1', 'users.bob.username', /without/],
  [['users', 'bob', 'username'], 'everyone', 'users.bob.username', /username/],
  [['users', 'bob', 'username'], 'ALICE', 'users.bob.username', /same username as users.alice/],
  [['users', 'bob', 'token'], 'alice-token', 'users.bob.token', /same token/],
  [['users', 'bob', 'token'], 'a b', 'users.bob.token', /without spaces/],
  [['users', 'bob', 'id'], 123456789, 'users.bob.id', /quotes/],
  [['users', 'bob', 'id'], '12a', 'users.bob.id', /snowflake/],
  [['users', 'bob', 'id'], '9223372036854775808', 'users.bob.id', /snowflake/],
  [['users', 'bob', 'id'], '100000000000000001', 'users.bob.id', /same id as users.alice.id/],
  [['users', 'bob', 'premium_type'], 4, 'users.bob.premium_type', /0 to 3/],
  [['users', 'bob', 'presence'], { status: 'away' }, 'users.bob.presence.status', /one of online/],
  [['users', 'bob smith'], { id: 'x' }, 'users["bob smith"].id', /snowflake/],
  [[...ping, 'owner'], 'alcie', 'applications.ping.owner', /no user "alcie"; did you mean alice\?/],
  [[...ping, 'owner'], 'constructor', 'applications.ping.owner', /no user/],
  [[...ping, 'intents'], ['GUILD_MEMBERS', 'GUILDS'], 'applications.ping.intents[1]', /one of GUILD_MEMBERS/],
  [[...ping, 'intents'], 'GUILD_MEMBERS', 'applications.ping.intents', /list/],
  [[...ping, 'bot'], true, 'applications.ping.bot', /object/],
  [[...ping, 'bot', 'id'], '100000000000000003', 'applications.ping.bot.token', /100000000000000002, not/],
  [[...ping, 'redirect_uris'], ['callback'], 'applications.ping.redirect_uris[0]', /absolute/],
  [[...ping, 'interactions_endpoint_url'], 'ftp://a/', 'applications.ping.interactions_endpoint_url', /http/],
  [[...ping, 'signing_key'], 'AAAA', 'applications.ping.signing_key', /Ed25519/],
  [[...ping, 'parent'], 'ping', 'applications.ping.parent', /own parent/],
  [[...ping, 'parent'], 'quest', 'applications.ping.parent', /cannot have a parent/],
  [['applications', 'quest', 'public_client'], false, 'applications.quest.parent', /public clients, or neither/],
  [[...ping, 'external_auth'], [oidc({ type: 'LDAP' })], 'applications.ping.external_auth[0].type', /one of OIDC/],
  [
    [...ping, 'external_auth'],
    [oidc({ issuer: 'http://id.example.com' })],
    'applications.ping.external_auth[0].issuer',
    /https/,
  ],
  [[...ping, 'url_mappings'], [{ prefix: '/a', target: 'b' }], 'applications.ping.url_mappings', /prefix \//],
  [[...ping, 'url_mappings'], [{ prefix: '/' }], 'applications.ping.url_mappings[0].target', /missing/],
  [[...ping, 'skus'], { gold: { type: 6 } }, 'applications.ping.skus.gold.type', /one of 2, 3, 5/],
  [[...ping, 'skus'], { gold: { access: 'all' } }, 'applications.ping.skus.gold.access', /one of user, guild/],
  [[...ping, 'skus'], { gold: { price: 5 } }, 'applications.ping.skus.gold.price', /unknown|no such|not a/],
  [[...ping, 'skus'], { gold: { id: '100000000000000002' } }, 'applications.ping.skus.gold.id', /same id/],
  [['guilds', 'lab', 'id'], '100000000000000002', 'guilds.lab.id', /same id as applications.ping.bot.token/],
  [['guilds', 'lab', 'members'], ['bob', 'eve'], 'guilds.lab.members[1]', /no user "eve"/],
  [['guilds', 'lab', 'members'], ['bob', 'bob'], 'guilds.lab.members[1]', /twice/],
  [['guilds', 'lab', 'bots', 'pong'], {}, 'guilds.lab.bots.pong', /no application "pong"; did you mean ping\?/],
  [['guilds', 'lab', 'bots', 'quest'], {}, 'guilds.lab.bots.quest', /has no bot/],
  [['guilds', 'lab', 'bots', 'ping', 'permissions'], 8, 'guilds.lab.bots.ping.permissions', /quotes/],
  [['guilds', 'lab', 'bots', 'ping', 'roles'], ['@everyone'], 'guilds.lab.bots.ping.roles[0]', /no role/],
  [[...mod, 'members'], ['eve'], 'guilds.lab.roles.mod.members[0]', /no user "eve"/],
  [[...mod, 'permissions'], '-1', 'guilds.lab.roles.mod.permissions', /permission integer/],
  [[...mod, 'color'], 0x1000000, 'guilds.lab.roles.mod.color', /16777215/],
  [['guilds', 'lab', 'roles', '@everyone', 'hoist'], true, 'guilds.lab.roles.@everyone.hoist', /@everyone/],
  [['guilds', 'lab', 'emojis'], ['a!'], 'guilds.lab.emojis[0]', /emoji name/],
  [['guilds', 'lab', 'system_channel'], 'Voice', 'guilds.lab.system_channel', /text channel/],
  [['guilds', 'lab', 'afk_channel'], 'lobby', 'guilds.lab.afk_channel', /no channel/],
  [[...general, 'type'], 1, 'guilds.lab.channels.general.type', /one of 0, 2, 4/],
  [[...general, 'nsfw'], 'no', 'guilds.lab.channels.general.nsfw', /true or false/],
  [[...general, 'parent'], 'Voice', 'guilds.lab.channels.general.parent', /not a category/],
  [[...general, 'parent'], 'nowhere', 'guilds.lab.channels.general.parent', /no channel/],
  [[...general, 'bitrate'], 64000, 'guilds.lab.channels.general.bitrate', /voice/],
  [
    [...overwrites, 0, 'role'],
    'mods',
    `${'guilds.lab.channels.secret.permission_overwrites[0]'}.role`,
    /did you mean mod\?/,
  ],
  [
    [...overwrites, 1, 'role'],
    'mod',
    'guilds.lab.channels.secret.permission_overwrites[1]',
    /one of role, user or bot/,
  ],
  [[...overwrites, 1, 'user'], 'eve', 'guilds.lab.channels.secret.permission_overwrites[1].user', /no user/],
  [[...overwrites, 2, 'bot'], 'quest', 'guilds.lab.channels.secret.permission_overwrites[2].bot', /no bot/],
  [[...overwrites, 1], { role: '@everyone' }, 'guilds.lab.channels.secret.permission_overwrites[1]', /two overwrites/],
]

for (const [at, value, path, message] of INVALID) {
  test(`${at.join('.')} = ${JSON.stringify(value)} is refused`, () => {
    const faults = faultsOf(() => checkWorld(spoiled(at, value)))
    assert.deepEqual(
      faults.map((fault) => fault.path),
      [path],
    )
    assert.match(faults[0]?.message ?? '', message)
  })
}

test('all faults are reported together, up to a maximum', () => {
  const text = JSON.stringify({
    guilds: { a: { owner: 'x', colour: 1, members: ['y'] } },
    users: { z: { username: 1 } },
  })
  const faults = faultsOf(() => parseWorld(text, 'faulty.json'))
  assert.deepEqual(faults.map((fault) => fault.path).sort(), [
    'guilds.a.colour',
    'guilds.a.members[0]',
    'guilds.a.owner',
    'users.z.username',
  ])
  const endless = { users: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [index, { x: 1 }])) }
  assert.equal(faultsOf(() => checkWorld(endless)).length, 100)
})

test('a member of a role must be in the guild; an owner needs somebody to be', () => {
  const world = { users: { a: {}, b: {} }, guilds: { g: { owner: 'a', roles: { r: { members: ['a', 'b'] } } } } }
  assert.equal(faultsOf(() => checkWorld(world))[0]?.path, 'guilds.g.roles.r.members[1]')
  assert.equal(faultsOf(() => checkWorld({ guilds: { g: {} } }))[0]?.path, 'guilds.g.owner')
  assert.equal(faultsOf(() => checkWorld({ applications: { p: {} } }))[0]?.path, 'applications.p.owner')
})

test('a bot may have the id of its own application, and of no other', () => {
  const id = '100000000000000009'
  const users = { a: {} }
  assert.deepEqual(
    faultsOf(() => checkWorld({ users, applications: { p: { id, bot: { id } } } })),
    [],
  )
  const two = { users, applications: { p: { id }, q: { bot: { id } } } }
  assert.equal(faultsOf(() => checkWorld(two))[0]?.path, 'applications.q.bot.id')
})

test('text that is no JSON or YAML is refused with its line', async () => {
  const cases: [string, string, RegExp][] = [
    ['w.json', '{\n  "users": {,}\n}', /line 2/],
    ['w.json', '{"users": {', /line 1/],
    ['w.json', '', /not JSON/],
    ['w.json', '[]', /object/],
    ['w.yaml', 'users:\n  alice: {}\n  alice: {}\n', /line 3: Map keys must be unique/],
    ['w.yaml', 'users:\n  alice: { bio: a, "bio": b }\n', /line 2: Map keys must be unique/],
    ['w.yml', 'users: {a: [}\n', /line 1/],
    [
      'w.yaml',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((k, i) => `${k}: &${k} [${`*${'abcdefgh'[i]},`.repeat(9)}]`).join('\n')}`,
      /alias/i,
    ],
    ['w.json', '{"users": {"__proto__": {}}}', /__proto__/],
  ]
  for (const [name, text, message] of cases) {
    assert.match(faultsOf(() => parseWorld(text, name))[0]?.message ?? 'no fault', message, text)
  }
  await assert.rejects(readWorldFile('no-such-world.json'), /there is no such file/)
})
