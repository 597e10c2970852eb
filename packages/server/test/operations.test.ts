/** The list of operations against the public description, where that file is there (it travels with CI, not with the repository). */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../src/operations.ts'

const PUBLIC =
  process.env.GUILDHALL_API_DESCRIPTION ||
  fileURLToPath(new URL('../../../../shared/spec/openapi.json', import.meta.url))
const resources = fileURLToPath(new URL('../src/resources', import.meta.url))

test('each operation is there once, in the file of its name', () => {
  const ids = operations.map((operation) => operation.id)
  assert.equal(new Set(ids).size, ids.length)
  const files = new Set(globSync('*/operations/*.ts', { cwd: resources }).map((file) => basename(file, '.ts')))
  for (const id of ids) assert.ok(files.has(id.replaceAll('_', '-')), id)
  assert.equal(files.has('index') ? files.size - 1 : files.size, ids.length)
})

test('[END-73] listed operations have the public paths and ids', (t) => {
  if (!existsSync(PUBLIC)) return t.skip('the public description is not beside this checkout')
  const { paths } = JSON.parse(readFileSync(PUBLIC, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const known = new Map<string, string>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      if (operationId) known.set(operationId, `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    }
  }
  const listed = operations.filter((operation) => !operation.unlisted)
  for (const { id, method, path } of listed)
    assert.equal(`${method} ${path.replaceAll(/:\w+/g, '{}')}`, known.get(id), id)
  t.diagnostic(`${listed.length} of ${known.size} public operations are here`)
})
