import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkWorld, demoWorld, fillWorld, randomWorldSource, type World } from '../../world/index.ts'
import { type WelcomeFacts, welcomePage } from './welcome-page.ts'

const url = 'http://127.0.0.1:7700'
const addresses = {
  url,
  listen: url,
  api: `${url}/api`,
  gateway: 'ws://127.0.0.1:7700/gateway',
  cdn: `${url}/cdn`,
  activities: 'activities.localhost:7700',
}

function page(world: World | null, more: Partial<WelcomeFacts> = {}): string {
  let last = 200000000000000000n
  const filled =
    world &&
    fillWorld(
      world,
      randomWorldSource(() => ++last),
    )
  const facts = {
    addresses,
    ca: '/data/tls/ca.pem',
    inspector: null,
    data: ':memory:',
    world: filled,
    isEmpty: false,
    colours: false,
  }
  return welcomePage({ ...facts, ...more })
}

const lines = (text: string) => text.trimEnd().split('\n').length

test('the page has what a first bot needs, in at most 40 lines of plain text', () => {
  const world = demoWorld()
  const bob = world.users.bob ?? assert.fail()
  bob.password = 'correct horse'
  const text = page(world)
  assert.ok(lines(text) <= 40, `${lines(text)} lines`)
  const { activities: _, listen: __, ...shown } = addresses
  for (const part of [...Object.values(shown), '/data/tls/ca.pem', 'alice', 'bob    correct horse', 'Ping  ']) {
    assert.ok(text.includes(part), part)
  }
  assert.ok(text.includes(`rest: { api: '${addresses.api}', version: '10', cdn: '${addresses.cdn}' }`))
  assert.ok(!text.includes('\x1b'))
})

test('the inspector is named where the control API is served', () => {
  const inspector = `${url}/developers/inspector#key=k`
  const text = page(demoWorld(), { inspector })
  assert.ok(text.includes(`Inspector  ${inspector}`))
  assert.ok(lines(text) <= 40, `${lines(text)} lines`)
  assert.ok(!page(demoWorld()).includes('Inspector'))
})

test('colours only where they are shown', () => {
  assert.ok(page(demoWorld(), { colours: true }).includes('\x1b[1m'))
})

test('a big world is shortened, and names cannot steer the terminal', () => {
  const many = Array.from({ length: 30 }, (_, index) => `n${index}`)
  const world = checkWorld({
    users: Object.fromEntries(many.map((key) => [key, { username: `\x1b[2J${key}` }])),
    applications: Object.fromEntries(many.map((key) => [key, { bot: {} }])),
  })
  const text = page(world)
  assert.ok(lines(text) <= 40, `${lines(text)} lines`)
  assert.ok(text.includes('and 25 more') && text.includes('and 27 more'))
  assert.ok(!text.includes('\x1b'))
})

test('a later start, whose secrets are kept as hashes, shows none', () => {
  const text = page(null, { data: './.guildhall', ca: null })
  assert.ok(text.includes('as it was left') && text.includes('./.guildhall'))
  assert.ok(!text.includes('passwords') && !text.includes('TLS'))
})
