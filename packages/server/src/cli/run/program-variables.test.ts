import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProgramFacts, programVariables } from './program-variables.ts'

const facts: ProgramFacts = {
  ...{ url: 'http://127.0.0.1:7700', controlKey: 'K', token: 'T', applicationId: '11', publicKey: 'aa' },
  ...{ clientSecret: 's', guildId: '22' },
}
const SNOWFLAKE = '80351110224678912'
const PUBLIC_TOKEN = `${Buffer.from(SNOWFLAKE).toString('base64url')}.Gx1abC.${'x'.repeat(38)}`
const of = (given: Record<string, string>, file: string | null = null, changes: Partial<ProgramFacts> = {}) =>
  programVariables({ ...facts, ...changes }, { names: ['MINE', 'DISCORD_TOKEN'], given, file })

test('a program gets addresses, key, token, ids, public key and secret under the usual names', () => {
  assert.deepEqual(of({}).variables, {
    ...{ GUILDHALL_URL: facts.url, GUILDHALL_SERVER: facts.url, GUILDHALL_API: `${facts.url}/api` },
    GUILDHALL_CONTROL_KEY: 'K',
    ...{ MINE: 'T', DISCORD_TOKEN: 'T', CLIENT_SECRET: 's', DISCORD_CLIENT_SECRET: 's' },
    ...{ APPLICATION_ID: '11', CLIENT_ID: '11', DISCORD_APPLICATION_ID: '11', DISCORD_CLIENT_ID: '11' },
    ...{ DISCORD_PUBLIC_KEY: 'aa', PUBLIC_KEY: 'aa', DISCORD_GUILD_ID: '22', GUILD_ID: '22' },
  })
})

test('a game gets the address of this platform, whatever its environment and file name', () => {
  const elsewhere = 'https://chat.example'
  const { variables } = of({ GUILDHALL_SERVER: elsewhere }, `GUILDHALL_SERVER=${elsewhere}`)
  assert.equal(variables.GUILDHALL_SERVER, facts.url)
})

test('values that are not known are not set', () => {
  const { variables } = of({}, null, { controlKey: null, clientSecret: null, guildId: null })
  for (const name of ['GUILDHALL_CONTROL_KEY', 'CLIENT_SECRET', 'DISCORD_GUILD_ID'])
    assert.ok(!(name in variables), name)
})

test('values of the public platform in the environment are replaced, those of another service are kept', () => {
  const ofOther = of({ CLIENT_ID: 'music-service', CLIENT_SECRET: 'f'.repeat(32), GUILD_ID: SNOWFLAKE }).variables
  assert.equal(ofOther.CLIENT_ID, undefined)
  assert.equal(ofOther.CLIENT_SECRET, undefined)
  assert.equal(ofOther.GUILD_ID, '22')
  assert.equal(of({ CLIENT_ID: SNOWFLAKE, CLIENT_SECRET: 'f'.repeat(32) }).variables.CLIENT_SECRET, 's')
})

test('a variable with a token of the public platform is replaced and reported, whatever its name', () => {
  const { variables, tokenNames, publicTokens } = of({ KEY_OF_BOT: PUBLIC_TOKEN })
  assert.equal(variables.KEY_OF_BOT, 'T')
  assert.deepEqual(tokenNames, ['MINE', 'DISCORD_TOKEN', 'KEY_OF_BOT'])
  assert.deepEqual(publicTokens, ['KEY_OF_BOT'])
  assert.deepEqual(of({ A: PUBLIC_TOKEN }, null, { token: PUBLIC_TOKEN }).publicTokens, [])
})

test("names of a program's own file receive this platform's values, and its other values are passed", () => {
  const file = [
    `SECRET=${PUBLIC_TOKEN}`,
    'MY_BOT_TOKEN=your token here',
    'botToken=',
    `TEST_SERVER_ID="${SNOWFLAKE}"`,
    'APP_PUBLIC_KEY=<key>',
    'SPOTIFY_CLIENT_ID=abc',
    'TELEGRAM_BOT_TOKEN=123456:ABC-def',
    'DATABASE_URL=postgres://db/mine # comment',
    'PREFIX=',
    'MODE=from the file',
  ].join('\n')
  const { variables, tokenNames } = of({ MODE: 'mine' }, file)
  const names = ['SECRET', 'MY_BOT_TOKEN', 'botToken', 'TEST_SERVER_ID', 'APP_PUBLIC_KEY', 'SPOTIFY_CLIENT_ID']
  assert.deepEqual(
    [...names, 'TELEGRAM_BOT_TOKEN', 'DATABASE_URL', 'PREFIX', 'MODE'].map((name) => variables[name]),
    ['T', 'T', 'T', '22', 'aa', 'abc', '123456:ABC-def', 'postgres://db/mine', undefined, undefined],
  )
  // Node returns the names of a file in its own order.
  assert.deepEqual([...tokenNames].sort(), ['DISCORD_TOKEN', 'MINE', 'MY_BOT_TOKEN', 'SECRET', 'botToken'])
})
