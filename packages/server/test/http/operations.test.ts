/** The list of operations by itself, and against the public description if that file is present. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { declarationGaps, findDescription, readDescription, staleGaps } from '@guildhall/contract-check'
import type { Operation } from '../../src/kernel/operation.ts'
import { operations } from '../../src/platform/operations.ts'
import { controlOperations } from '../../src/resources/administration/control/index.ts'
import { signInPageOperations } from '../../src/resources/administration/identity-providers/index.ts'
import { openApiDocument } from '../../src/transports/http/openapi.ts'
import { NoContent } from '../../src/validation/schema.ts'

const file = findDescription()
const description = file === null ? null : readDescription(file)
const NOT_HERE = { skip: description ? false : 'the public description is not here' }
const resources = fileURLToPath(new URL('../../src/resources', import.meta.url))

test('each operation exists once, in the file of its name', () => {
  const all = [...operations, ...controlOperations, ...signInPageOperations]
  const ids = all.map((operation) => operation.id)
  assert.equal(new Set(ids).size, ids.length)
  const files = new Set(globSync('*/*/operations/*.ts', { cwd: resources }).map((path) => basename(path, '.ts')))
  for (const id of ids) assert.ok(files.has(id.replaceAll('_', '-')), id)
  assert.equal(files.has('index') ? files.size - 1 : files.size, ids.length)
  const routes = all.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  assert.equal(new Set(routes).size, routes.length, 'no route twice')
})

const placeholders = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
const fieldsOf = (schema: unknown) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

test('each operation declares its callers, parameters, responses and rate limit', () => {
  const buckets = new Map<string, string>()
  for (const operation of operations) {
    const { id, method, path, callers, responses, limit, bucket } = operation
    assert.deepEqual(fieldsOf(operation.params).sort(), placeholders(path).sort(), id)
    assert.ok(callers.length > 0 && new Set(callers).size === callers.length, id)
    assert.ok(operation.scope === undefined || callers.includes('bearer'), `${id}: a scope is of bearers`)
    assert.ok(Object.keys(responses).length > 0, id)
    assert.ok(method !== 'GET' || operation.body === undefined, `${id}: a GET has no body`)
    assert.ok(operation.fileField === undefined || operation.filesMax === 1, `${id}: one field, one file`)
    assert.ok(limit === undefined || (limit.limit > 0 && limit.windowMs > 0), id)
    if (bucket === undefined) continue
    const shared = buckets.get(bucket) ?? JSON.stringify(limit)
    assert.equal(JSON.stringify(limit), shared, `${id}: one bucket, one limit`)
    buckets.set(bucket, shared)
  }
})

interface Described {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

const document = openApiDocument(operations, { version: '0' }) as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, unknown> }
}
const described = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((entry) => [entry.operationId, entry]),
)
const listed = operations.filter((operation) => !operation.unlisted)

/** Says nothing of what it describes. */
const isBlank = (schema: unknown): boolean =>
  typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0

test('[END-70] [END-71] the OpenAPI document has every operation completely', () => {
  assert.deepEqual([...described.keys()].sort(), listed.map(({ id }) => id).sort())
  const blank = listed.flatMap((operation) => blanksOf(operation, described.get(operation.id) as Described))
  assert.deepEqual(blank, [])
  for (const operation of listed) {
    const entry = described.get(operation.id) as Described
    const inPath = entry.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    assert.deepEqual(inPath.sort(), placeholders(operation.path).sort(), operation.id)
    assert.equal(entry.security.length, operation.callers.length, operation.id)
    assert.ok(entry.responses['429'] && entry.responses['4XX'], operation.id)
  }
  const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? []
  for (const reference of new Set(references)) {
    const name = (JSON.parse(reference) as string).split('/').at(-1) ?? ''
    assert.ok(name in document.components.schemas, reference)
  }
})

function blanksOf({ id, body, responses }: Operation, entry: Described): string[] {
  const content = Object.entries(entry.requestBody?.content ?? {})
  return [
    ...(body && content.length === 0 ? [`${id}: its body`] : []),
    ...content.filter(([, { schema }]) => isBlank(schema)).map(([type]) => `${id}: its body as ${type}`),
    ...entry.parameters.filter(({ schema }) => isBlank(schema)).map(({ name }) => `${id}: ${name}`),
    ...Object.entries(responses)
      .filter(([, schema]) => schema !== NoContent)
      .map(([status]) => status)
      .filter((status) =>
        Object.values(entry.responses[status]?.content ?? { none: { schema: {} } }).some(({ schema }) =>
          isBlank(schema),
        ),
      )
      .map((status) => `${id}: its ${status}`),
  ]
}

test('[MOD-12] the OpenAPI document marks text inputs in an action row of a modal as deprecated', () => {
  const { ModalActionRow, Label } = document.components.schemas as Record<string, { deprecated?: boolean }>
  assert.deepEqual([ModalActionRow?.deprecated, Label?.deprecated], [true, undefined])
})

/** Operations that servers of applications call, but that only the texts of the reference describe. */
const OF_THE_TEXTS: ReadonlySet<string> = new Set([
  'oauth2_token',
  'oauth2_revoke_token',
  'oauth2_device_authorize',
  'partner_sdk_child_token',
  'get_application_identity_profile',
  'update_application_identity_profile',
  'list_user_application_identities',
  'find_application_identities',
  'delete_application_identity',
])

test('[END-62] [END-67] [END-71] the OpenAPI document has what only the texts of the reference describe', () => {
  assert.deepEqual(
    [...OF_THE_TEXTS].filter((id) => !described.has(id)),
    [],
  )
})

test('[END-73] listed operations have the public paths and ids', NOT_HERE, (t) => {
  const known = description?.operations ?? new Map()
  for (const { id, method, path } of listed.filter(({ id }) => !OF_THE_TEXTS.has(id))) {
    const { path: at = '', method: by } = known.get(id) ?? {}
    assert.equal(`${method} ${path.replaceAll(/:\w+/g, '{}')}`, `${by} ${at.replaceAll(/\{\w+\}/g, '{}')}`, id)
  }
  t.diagnostic(`${listed.length} of ${known.size} public operations are here`)
})

test('operations accept and return what the public description says', NOT_HERE, () => {
  assert.ok(description)
  assert.deepEqual(declarationGaps(operations, description), [])
  assert.deepEqual(staleGaps(operations, description), [], 'accepted for nothing')
})
