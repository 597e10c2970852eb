/** The contract check itself: it finds mismatches, and names the branch of a union that was meant. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compare } from './check.ts'
import { describedBy } from './description.ts'

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const button = { type: 'object', properties: { type: { enum: [2] }, label: { type: 'string' } }, required: ['type'] }
const select = {
  type: 'object',
  properties: { type: { enum: [3] }, max: { type: 'integer' } },
  required: ['type', 'max'],
}
const description = describedBy({
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'get_thing',
        responses: {
          200: json({ $ref: '#/components/schemas/Thing' }),
          '4XX': { $ref: '#/components/responses/Refused' },
        },
      },
      delete: { operationId: 'delete_thing', responses: { 204: { description: 'gone' } } },
    },
  },
  components: {
    responses: { Refused: json({ type: 'object', required: ['code'] }) },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          at: { type: 'string', format: 'date-time' },
          parts: { type: 'array', items: { oneOf: [button, select] } },
          by: { type: 'object', additionalProperties: { type: 'integer' } },
        },
        required: ['at'],
      },
    },
  },
})

const at = '2026-01-01T00:00:00.000000+00:00'

async function linesFor(operation: string, status: number, answer: unknown): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-contract-'))
  try {
    const text = answer === null ? null : JSON.stringify(answer)
    const exchange = JSON.stringify({ operation, url: '/', status, files: [], answer: text })
    await writeFile(join(folder, '1.ndjson'), `${exchange}\n{"operation":"get_th`)
    const lines = (await compare(folder, description)).mismatches.lines('a test')
    return lines.slice(0, -1).map((line) => line.trim())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('answers that fit are not spoken of', async () => {
  const parts = [{ type: 2 }, { type: 3, max: 1 }]
  assert.deepEqual(await linesFor('get_thing', 200, { at, parts, by: { 1234567: 1 } }), [])
  assert.deepEqual(await linesFor('get_thing', 404, { code: 0 }), [])
  assert.deepEqual(await linesFor('delete_thing', 204, null), [])
  assert.deepEqual(await linesFor('for_people_only', 200, {}), [])
})

test('a value that does not fit is named by operation and path, in the intended branch', async () => {
  const cases = [
    [200, {}, ['FAIL  get_thing /at (1)', '200: is missing']],
    [200, { at: 'today' }, ['FAIL  get_thing /at (1)', '200: must match format "date-time", not "today"']],
    [200, { at, parts: [{ type: 3 }] }, ['FAIL  get_thing /parts/[]/max (1)', '200: is missing']],
    [
      200,
      { at, parts: [{ type: 2, label: 1 }] },
      ['FAIL  get_thing /parts/[]/label (1)', '200: must be string, not 1'],
    ],
    [200, { at, by: { 12345678: 'x' } }, ['FAIL  get_thing /by/{} (1)', '200: must be integer, not "x"']],
    [404, {}, ['FAIL  get_thing /code (1)', '404: is missing']],
    [500, {}, ['FAIL  get_thing / (1)', '500: status 500 is not described']],
    [200, null, ['FAIL  get_thing / (1)', '200: has no body, but one is described']],
  ] as const
  for (const [status, answer, lines] of cases) assert.deepEqual(await linesFor('get_thing', status, answer), lines)
  assert.deepEqual(await linesFor('delete_thing', 204, {}), [
    'FAIL  delete_thing / (1)',
    '204: has a body, but none is described',
  ])
})
