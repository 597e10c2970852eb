import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { openApi } from 'guildhall/openapi'
import { OPERATIONS } from '../../packages/client/src/contract/generated/operation-table.ts'
import { readRoutes } from '../../packages/client/src/contract/routes.ts'
import { contractFiles } from './contract-files.ts'
import type { Document } from './operation-types.ts'
import { typeOf } from './schema-types.ts'

test('the contract of @guildhall/client describes the server; `npm run contract` writes it', async () => {
  for (const [path, text] of await contractFiles()) assert.equal(readFileSync(path, 'utf8'), text, path)
})

test('the table of operations gives method and path of every operation', () => {
  const routes = readRoutes(OPERATIONS)
  const { paths } = openApi({ unlisted: true }) as Document
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`] as const,
    ),
  )
  assert.equal(routes.size, described.length)
  for (const [id, expected] of described) {
    const { method, segments } = routes.get(id) ?? assert.fail(`${id} is missing`)
    const path = segments.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')
    assert.equal(`${method} /${path}`, expected)
  }
})

test('a client loads at most 8.5 bytes for each operation of the table', () => {
  assert.ok(brotliCompressSync(OPERATIONS).length <= 8.5 * readRoutes(OPERATIONS).size)
})

test('schemas become types', () => {
  const cases: [Parameters<typeof typeOf>[0], string][] = [
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '(string | null)'],
    [{ type: 'array', items: { $ref: '#/components/schemas/ControlClock' } }, '(ControlClock)[]'],
    [{ type: 'object', properties: { a: {}, b: { const: true } }, required: ['b'] }, '{ a?: unknown; b: true }'],
    [{ type: 'object', properties: { 'x-y': { type: 'string' } } }, '{ "x-y"?: string }'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
  ]
  for (const [schema, type] of cases) assert.equal(typeOf(schema), type)
})
