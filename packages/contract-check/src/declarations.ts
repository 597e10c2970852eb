/** Compares the requests and responses that our operations declare with the public description. */
import type { Schema } from './accepted.ts'
import { type Description, resolve } from './description.ts'

/** The parts of an operation's declaration that the check reads; schemas are TypeBox or JSON Schema. */
export interface DeclaredOperation {
  readonly id: string
  /** Not part of the published description. */
  readonly unlisted?: boolean
  readonly query?: object
  readonly body?: object
  /** The body as callers send it, if it differs from `body`. */
  readonly bodyShape?: object
  readonly fileField?: string
  readonly responses: object
}

/** Deliberate gaps of declarations. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'update_application body explicit_content_filter': 'described only; the documentation does not know it',
  'update_application body team_id': 'there are no teams yet',
  'update_application body type': 'described only',
  'update_my_application body explicit_content_filter': 'described only',
  'update_my_application body team_id': 'there are no teams yet',
  'update_my_application body type': 'described only',
  'create_guild_channel body default_tag_setting': 'described only',
  'update_channel body default_tag_setting': 'described only',
  'invite_resolve query target_channel_id': 'of the public client’s friend invites; described only',
  'invite_resolve query target_message_id': 'of the public client’s friend invites; described only',
  'get_sku_subscription query user_id': 'one subscription is found by its id alone',
  'trigger_typing_indicator status 200': 'the answer is always 204, as documented',
  'create_channel_invite status 204': 'the answer is always the invite, as documented',
  'update_guild_member status 204': 'the answer is always the member, as documented',
  'thread_search status 202': 'threads are found without an index',
}

/** Returns each field, query parameter and status that is described but not declared, without the accepted ones. */
export function declarationGaps(operations: readonly DeclaredOperation[], description: Description): string[] {
  return operations.flatMap((operation) => {
    const described = operation.unlisted ? undefined : methodOf(description, operation.id)
    if (!described) return []
    const { root } = description
    const body = operation.bodyShape ?? operation.body
    const gaps = [
      ...missing(operation, 'query', queryOf(root, described), names(root, operation.query as Schema)),
      ...missing(operation, 'body', bodyOf(root, described.method), bodyNames(root, operation, body as Schema)),
      ...missing(operation, 'status', statuses(described.method), new Set(Object.keys(operation.responses))),
    ]
    return gaps.filter((gap) => !(gap in ACCEPTED))
  })
}

/** Returns accepted gaps that no longer exist. */
export function staleGaps(operations: readonly DeclaredOperation[], description: Description): string[] {
  const declared = new Set(operations.map(({ id }) => id))
  return Object.keys(ACCEPTED).filter((gap) => {
    const [id = '', kind, name = ''] = gap.split(' ')
    const operation = operations.find((entry) => entry.id === id)
    if (!operation || !declared.has(id)) return false
    const { root } = description
    if (kind === 'query') return names(root, operation.query as Schema).has(name)
    if (kind === 'status') return name in operation.responses
    return bodyNames(root, operation, (operation.bodyShape ?? operation.body) as Schema).has(name)
  })
}

interface Described {
  readonly method: Schema
  readonly shared: readonly Schema[]
}

function methodOf({ operations, root }: Description, id: string): Described | undefined {
  const known = operations.get(id)
  if (!known) return undefined
  const path = (root.paths as Record<string, Record<string, Schema>>)[known.path] ?? {}
  const method = path[known.method.toLowerCase()]
  return method && { method, shared: (path.parameters as unknown as Schema[]) ?? [] }
}

function missing(
  { id }: DeclaredOperation,
  kind: string,
  wanted: Iterable<string>,
  known: ReadonlySet<string>,
): string[] {
  return [...wanted].filter((name) => !known.has(name)).map((name) => `${id} ${kind} ${name}`)
}

function queryOf(root: Schema, { method, shared }: Described): string[] {
  const parameters = [...shared, ...((method.parameters as Schema[]) ?? [])].map((entry) => resolve(root, entry))
  return parameters.filter((entry) => entry.in === 'query').map((entry) => String(entry.name))
}

function bodyOf(root: Schema, method: Schema): Set<string> {
  const content = (method.requestBody as Schema | undefined)?.content as Record<string, { schema: Schema }> | undefined
  const all = Object.values(content ?? {}).flatMap(({ schema }) => [...names(root, schema)])
  return new Set(all.filter((name) => !name.startsWith('files[')))
}

function bodyNames(root: Schema, { fileField }: DeclaredOperation, body: Schema | undefined): Set<string> {
  return new Set([...names(root, body), ...(fileField ? [fileField] : [])])
}

function statuses(method: Schema): string[] {
  return Object.keys(method.responses as object).filter((status) => status.startsWith('2'))
}

/** Returns the fields of an object, with those of its branches. */
function names(root: Schema, schema: Schema | undefined, seen = new Set<Schema>()): Set<string> {
  if (!schema) return new Set()
  const resolved = resolve(root, schema)
  if (seen.has(resolved)) return new Set()
  seen.add(resolved)
  const parts = [...((resolved.anyOf as Schema[]) ?? []), ...((resolved.allOf as Schema[]) ?? [])]
  const own = Object.keys((resolved.properties as object) ?? {})
  return new Set([...own, ...parts.flatMap((part) => [...names(root, part, seen)])])
}
