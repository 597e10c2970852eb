/** The public machine-readable description of the HTTP API, as far as the contract check reads it. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AMENDMENTS, type Schema } from './accepted.ts'

/** References between schemas are made absolute with it, so that any part of one can be compiled by itself. */
export const DESCRIPTION_URI = 'https://description.invalid/'

export type { Schema }

export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Schemas of JSON answers by status; null where there is no body. */
  readonly answers: ReadonlyMap<string, Schema | null>
  /** Of a JSON body; null where none is taken. */
  readonly input: Schema | null
}

export interface Description {
  readonly operations: ReadonlyMap<string, DescribedOperation>
  /** The whole, with absolute references and every `oneOf` as `anyOf`. */
  readonly root: Schema
}

/**
 * Where the description is: named by `GUILDHALL_API_DESCRIPTION`, or beside the project's folder. It travels with CI, not
 * with the repository; null where it is not there.
 * @throws when the variable names a file that is not there
 */
export function findDescription(environment: NodeJS.ProcessEnv = process.env): string | null {
  const given = environment.GUILDHALL_API_DESCRIPTION
  if (given && !existsSync(given)) throw new Error(`GUILDHALL_API_DESCRIPTION: there is no ${given}`)
  const file = given || fileURLToPath(new URL('../../../../shared/spec/openapi.json', import.meta.url))
  return existsSync(file) ? file : null
}

/** The public description from its file, read as `accepted.ts` says. */
export function readDescription(file: string): Description {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const { schemas } = document.components
  for (const { schema, field, amended } of AMENDMENTS) {
    if (field === undefined) schemas[schema] = amended
    else schemas[schema].properties[field] = amended
  }
  return describedBy(document)
}

/** A description from an OpenAPI document. */
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
 * The schema of an answer with a status: its own, or that of its class (`4XX`). Undefined for a status that is not
 * described, null for one without a body.
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

/** What a reference stands for; anything else is itself. */
export function resolve(root: Schema, schema: Schema): Schema {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  let found: unknown = root
  for (const part of $ref.slice(`${DESCRIPTION_URI}#/`.length).split('/')) found = (found as Schema)[part]
  return resolve(root, found as Schema)
}

/**
 * Branches of a `oneOf` overlap in the description (a user is also a partial user), so that "fits more than one" would be
 * the most frequent fault of all and say nothing.
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
