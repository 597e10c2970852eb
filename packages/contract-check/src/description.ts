/** The public machine-readable description of the HTTP API, as far as the contract check reads it. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AMENDMENTS, type Schema } from './accepted.ts'

/** Prefix that makes references between schemas absolute, so that any part of one can be compiled by itself. */
export const DESCRIPTION_URI = 'https://description.invalid/'

export type { Schema }

export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Schemas of JSON responses by status; null for a response without a body. */
  readonly answers: ReadonlyMap<string, Schema | null>
  /** Schema of a JSON body; null for an operation without one. */
  readonly input: Schema | null
}

export interface Description {
  readonly operations: ReadonlyMap<string, DescribedOperation>
  /** The whole document, with absolute references and every `oneOf` as `anyOf`. */
  readonly root: Schema
}

/**
 * Returns the path of the description: named by `GUILDHALL_API_DESCRIPTION`, or beside the checkout. It is
 * not part of the repository; null if it is absent.
 * @throws when the variable names a file that does not exist
 */
export function findDescription(environment: NodeJS.ProcessEnv = process.env): string | null {
  const given = environment.GUILDHALL_API_DESCRIPTION
  if (given && !existsSync(given)) throw new Error(`GUILDHALL_API_DESCRIPTION: there is no ${given}`)
  const file = given || fileURLToPath(new URL('../../../../shared/spec/openapi.json', import.meta.url))
  return existsSync(file) ? file : null
}

/** Reads the public description from its file, with the replacements of `accepted.ts`. */
export function readDescription(file: string): Description {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const { schemas } = document.components
  for (const { schema, field, amended } of AMENDMENTS) {
    if (field === undefined) schemas[schema] = amended
    else schemas[schema].properties[field] = amended
  }
  return describedBy(document)
}

/** Reads a description from an OpenAPI document. */
export function describedBy(document: unknown): Description {
  const root = adapted(document) as Schema
  const operations = new Map<string, DescribedOperation>()
  for (const [path, methods] of Object.entries(root.paths as Record<string, Record<string, Schema>>)) {
    for (const [method, entry] of Object.entries(methods)) {
      if (typeof entry.operationId !== 'string') continue
      operations.set(entry.operationId, {
        id: entry.operationId,
        method: method.toUpperCase(),
        path,
        answers: answersOf(root, entry.responses as Record<string, Schema>),
        input: jsonOf(root, entry.requestBody as Schema | undefined),
      })
    }
  }
  return { operations, root }
}

/**
 * Returns the schema of a response with a status: its own, or that of its class (`4XX`). Undefined for a status that
 * is not described, null for one without a body.
 */
export function answerSchema(operation: DescribedOperation, status: number): Schema | null | undefined {
  const exact = operation.answers.get(String(status))
  return exact === undefined ? operation.answers.get(`${Math.floor(status / 100)}XX`) : exact
}

function answersOf(root: Schema, responses: Record<string, Schema>): Map<string, Schema | null> {
  return new Map(Object.entries(responses).map(([status, response]) => [status, jsonOf(root, response)]))
}

function jsonOf(root: Schema, holder: Schema | undefined): Schema | null {
  const content = holder && (resolve(root, holder).content as Record<string, { schema?: Schema }> | undefined)
  return content?.['application/json']?.schema ?? null
}

/** Resolves a reference; any other value is returned as it is. */
export function resolve(root: Schema, schema: Schema): Schema {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  let found: unknown = root
  for (const part of $ref.slice(`${DESCRIPTION_URI}#/`.length).split('/')) found = (found as Schema)[part]
  return resolve(root, found as Schema)
}

/**
 * Turns every `oneOf` into `anyOf`. Branches overlap in the description (a user is also a partial user), so "fits
 * more than one" would be the most frequent fault, and meaningless.
 */
function adapted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adapted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => {
    if (key === '$ref' && typeof entry === 'string') return [key, `${DESCRIPTION_URI}${entry}`]
    return [key === 'oneOf' && Array.isArray(entry) ? 'anyOf' : key, adapted(entry)]
  })
  return Object.fromEntries(entries)
}
