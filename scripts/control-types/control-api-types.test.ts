import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { controlApiTypes, typeOf } from './control-api-types.ts'
import { controlDocument } from './control-document.ts'

const FILE = 'packages/testing/src/control/control-api.ts'

test('the types of @guildhall/testing describe the control API; `npm run control-types` writes them', async () => {
  const written = controlApiTypes(await controlDocument())
  const formatted = execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${FILE}`], { input: written })
  assert.equal(readFileSync(FILE, 'utf8'), formatted.toString())
})

test('schemas become types', () => {
  const cases: [Parameters<typeof typeOf>[0], string][] = [
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '(string | null)'],
    [{ type: 'array', items: { $ref: '#/components/schemas/ControlClock' } }, '(ControlClock)[]'],
    [{ type: 'object', properties: { a: {}, b: { const: true } }, required: ['b'] }, '{ "a"?: unknown; "b": true }'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
  ]
  for (const [schema, type] of cases) assert.equal(typeOf(schema), type)
})
