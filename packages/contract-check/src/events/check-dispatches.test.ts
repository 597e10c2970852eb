/** The check of dispatches: it finds missing, unknown and wrong fields of events, by receiver where it matters. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { describedBy, findDescription, readDescription } from '../description.ts'
import { checkDispatches, compareDispatches } from './check-dispatches.ts'
import { BOOLEAN, Components, either, having, ID, INTEGER, nullable, object, STRING, TIMESTAMP } from './shapes.ts'

const components = new Components(
  describedBy({
    paths: {},
    components: {
      schemas: {
        Thing: {
          type: 'object',
          properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' }, by: { type: 'string' } },
          required: ['id', 'at'],
        },
      },
    },
  }),
  { Thing: { 'old_name?': STRING } },
)

const SCHEMAS = {
  THING_CREATE: components.like('Thing', { guild_id: ID, 'member?': object({ nick: nullable(STRING) }) }, ['by']),
  THING_MOVE: object({ thing: components.of('Thing'), 'until?': TIMESTAMP }),
  THING_SEEN: { ...object({ 'user?': ID, 'member?': ID }), anyOf: [having(['user'], ['member']), having(['member'])] },
  'THING_READY bot': object({ count: INTEGER }),
  'THING_READY game': either(object({ done: BOOLEAN }), either(object({ type: INTEGER }), object({ name: STRING }))),
}

const id = '1'
const at = '2026-01-01T00:00:00.000000+00:00'

/** Returns the mismatches of one dispatch; bots receive it unless the test says otherwise. */
async function linesFor(event: string, data: unknown, receiver = 'bot'): Promise<string[]> {
  return await inFolder([{ event, data, receiver }], async (folder) => {
    const { mismatches } = await compareDispatches(folder, components.description, SCHEMAS)
    return mismatches
      .lines('a test')
      .slice(0, -1)
      .map((line) => line.trim())
  })
}

async function inFolder<T>(dispatches: readonly object[], use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-dispatches-'))
  try {
    await writeFile(join(folder, 'events-1.ndjson'), dispatches.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    await writeFile(join(folder, '1.ndjson'), '{"operation":"get_thing","event":"THING_CREATE","data":{}}\n')
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('events that fit are not reported [EVT-22]', async () => {
  assert.deepEqual(await linesFor('THING_CREATE', { id, at, guild_id: '2', member: { nick: null } }), [])
  assert.deepEqual(await linesFor('THING_MOVE', { thing: { id, at, old_name: 'x' } }), [])
  assert.deepEqual(await linesFor('THING_SEEN', { user: id }), [])
  assert.deepEqual(await linesFor('THING_READY', { count: 1 }), [])
  assert.deepEqual(await linesFor('THING_READY', { name: 'x' }, 'game'), [])
  assert.deepEqual(await linesFor('THING_READY', {}, 'person'), [])
  assert.deepEqual(await linesFor('PRIVATE_THING', {}, 'person'), [])
})

test('missing, unknown and wrong fields are named by event, path and receiver [EVT-22]', async () => {
  const cases = [
    ['THING_CREATE', { id, at }, ['FAIL  THING_CREATE /guild_id (1)', 'bot: is missing']],
    ['THING_CREATE', { id, at, guild_id: 2 }, ['FAIL  THING_CREATE /guild_id (1)', 'bot: must be string, not 2']],
    ['THING_CREATE', { id, at, guild_id: id, by: id }, ['FAIL  THING_CREATE /by (1)', 'bot: is not described']],
    [
      'THING_CREATE',
      { id, at: 'today', guild_id: id },
      ['FAIL  THING_CREATE /at (1)', 'bot: must match format "date-time", not "today"'],
    ],
    ['THING_MOVE', { thing: { id, at, secret: 1 } }, ['FAIL  THING_MOVE /thing/secret (1)', 'bot: is not described']],
    ['THING_SEEN', {}, ['FAIL  THING_SEEN /user (1)', 'bot: is missing']],
    ['THING_TYPO', {}, ['FAIL  THING_TYPO / (1)', 'bot: is not a documented event']],
  ] as const
  for (const [event, data, lines] of cases) assert.deepEqual(await linesFor(event, data), lines)
  assert.deepEqual(await linesFor('THING_READY', { name: 1 }, 'game'), [
    'FAIL  THING_READY /name (1)',
    'game: must be string, not 1',
  ])
})

const file = findDescription()

test('the table of documented events fits the public description [EVT-22]', { skip: file === null }, async () => {
  const reaction = {
    user_id: id,
    channel_id: id,
    message_id: id,
    emoji: { id: null, name: '👍' },
    burst: false,
    type: 0,
  }
  const dispatches = [
    { event: 'MESSAGE_REACTION_ADD', data: reaction, receiver: 'bot' },
    { event: 'MESSAGE_REACTION_ADD', data: { ...reaction, guild_id: id }, receiver: 'bot' },
    { event: 'VOICE_SERVER_UPDATE', data: { token: 'x', guild_id: id, endpoint: null }, receiver: 'bot' },
  ]
  const { lines, mismatches } = await inFolder(dispatches, async (folder) => {
    return await checkDispatches(folder, readDescription(file ?? ''), true)
  })
  assert.equal(mismatches, 1)
  assert.match(lines[0] ?? '', /^contract: 3 dispatches; of \d+ events 2 were received$/)
  assert.match(lines[1] ?? '', / never received \(\d+\): .*\bMESSAGE_CREATE\b/)
  assert.deepEqual(lines.slice(2, 4), ['FAIL  MESSAGE_REACTION_ADD /member (1)', '        bot: is missing'])
})
