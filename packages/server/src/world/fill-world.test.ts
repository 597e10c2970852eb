import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { demoWorld } from './demo-world.ts'
import { fillWorld, readyWorld } from './fill-world.ts'
import type { World } from './world.ts'
import { checkWorld, parseWorld } from './world-file.ts'
import { randomWorldSource } from './world-source.ts'

function filled(world: World) {
  let last = 200000000000000000n
  return fillWorld(
    world,
    randomWorldSource(() => ++last),
  )
}

const text = await readFile(new URL('../../test/worlds/lab.json', import.meta.url), 'utf8')
const lab = filled(parseWorld(text, 'lab.json'))

test('[SVC-1] fillWorld keeps given fields and fills in absent ones', () => {
  const { alice, bob } = lab.users
  assert.deepEqual(alice, {
    id: '100000000000000001',
    username: 'alice',
    password: 'correct horse',
    token: 'alice-token',
  })
  assert.equal(bob?.username, 'bob')
  assert.ok(bob.password.length >= 12 && bob.token.length > 40)
  const { ping, quest } = lab.applications
  assert.equal(ping?.bot?.id, '100000000000000002')
  assert.equal(ping?.id, '100000000000000002')
  assert.equal(ping?.client_secret, 'ping-secret')
  assert.equal(quest?.owner, 'alice')
  assert.equal(quest?.name, 'quest')
  assert.equal(quest?.bot, undefined)
  const guild = lab.guilds.lab
  assert.equal(guild?.bots.ping?.id, '100000000000000002')
  assert.ok(guild?.bots.ping?.role_id)
  assert.equal(guild?.bots.quiz?.role_id, undefined)
  assert.equal(guild?.roles['@everyone']?.id, guild?.id)
  assert.deepEqual(Object.keys(guild?.channels ?? {}), ['talk', 'general', 'Voice', 'secret'])
  assert.equal(guild?.channels.general?.name, 'general')
})

test('[AUT-9] the first part of a generated token is the base64 of the user id', () => {
  const { bot } = lab.applications.quiz ?? {}
  const decode = (token = '') => Buffer.from(token.split('.')[0] ?? '', 'base64').toString()
  assert.equal(decode(bot?.token), bot?.id)
  assert.equal(bot?.token.split('.').length, 3)
  assert.equal(decode(lab.users.bob?.token), lab.users.bob?.id)
})

test('ids are all different, and new ones step over those of the file', () => {
  const source = [5n, 6n, 7n, 8n][Symbol.iterator]()
  const world = checkWorld({ users: { a: {}, b: { id: '5' } }, guilds: { g: { emojis: { hi: { id: '6' } } } } })
  const done = fillWorld(world, { ...randomWorldSource(() => 0n), nextId: () => source.next().value ?? 0n })
  assert.deepEqual(
    [done.users.a?.id, done.users.b?.id, done.guilds.g?.id, done.guilds.g?.emojis.hi?.id],
    ['7', '5', '8', '6'],
  )
})

test('usernames are made of keys, valid and unlike each other', () => {
  const world = filled(
    checkWorld({ users: { 'Bob Smith': {}, 'bob-smith': {}, x: {}, everyone: {}, c: { username: 'user_x' } } }),
  )
  assert.deepEqual(
    Object.values(world.users).map((user) => user.username),
    ['bob_smith', 'bob_smith2', 'user_x2', 'user_everyone', 'user_x'],
  )
})

test('the key pair signs, and a given key keeps its public half', () => {
  const { signing_key, public_key } = lab.applications.ping ?? { signing_key: '', public_key: '' }
  assert.match(public_key, /^[0-9a-f]{64}$/)
  const key = createPrivateKey({ key: Buffer.from(signing_key, 'base64'), format: 'der', type: 'pkcs8' })
  const message = Buffer.from('timestamp and body')
  assert.ok(verify(null, message, createPublicKey(key), sign(null, message, key)))
  const again = filled(checkWorld({ users: { a: {} }, applications: { p: { signing_key } } }))
  assert.equal(again.applications.p?.public_key, public_key)
})

test('the ready line has every id, token and secret, but no private signing key', () => {
  const ready = JSON.parse(JSON.stringify(readyWorld(lab)))
  assert.ok(!JSON.stringify(ready).includes('signing_key'))
  assert.ok(ready.users.bob.id && ready.users.bob.token && ready.applications.ping.public_key)
  assert.ok(ready.applications.ping.bot.token && ready.applications.quiz.client_secret)
  assert.ok(ready.guilds.lab.id && ready.guilds.lab.roles.mod.id && ready.guilds.lab.channels.secret.id)
})

test('the demo world is a valid one', () => {
  const world = demoWorld()
  assert.deepEqual(checkWorld(world), world)
  assert.deepEqual(filled(world).applications.ping?.intents, ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'])
})
