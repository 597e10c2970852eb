import { ErrorBody, OAuth2ErrorBody, RateLimitBody } from '@guildhall/protocol'
import type { Operation } from '../../kernel/operation.ts'
import type { TSchema } from '../../validation/schema.ts'

type Json = Record<string, unknown>

/**
 * Our own OpenAPI 3.1 description, made from the operations themselves: what is served is what is described. Operations
 * for people's own clients alone are left out, as in the public description. [END-70] [END-71]
 */
export function openApiDocument(
  operations: readonly Operation[],
  options: {
    version: string
    /** Those for people's own clients, too. */
    all?: boolean
    title?: string
    /** Beginning of every path. */
    base?: string
  },
): Json {
  const paths: Record<string, Json> = {}
  const shapes = new Shapes()
  for (const operation of operations) {
    if (operation.unlisted && !options.all) continue
    const path = operation.path.replaceAll(/:([a-z0-9_]+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[operation.method.toLowerCase()] = describe(operation, shapes)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: options.title ?? 'Guildhall HTTP API',
      version: options.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.base ?? '/api/v10' }],
    paths,
    components: {
      securitySchemes: {
        BotToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Bot <token>`' },
        PersonToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'A person’s own token' },
        OAuth2: { type: 'http', scheme: 'bearer', description: 'An OAuth2 access token' },
        ControlKey: { type: 'http', scheme: 'bearer', description: 'The key of the operator' },
      },
      schemas: {
        ErrorBody: shapes.of(ErrorBody),
        OAuth2ErrorBody: shapes.of(OAuth2ErrorBody),
        RateLimitBody: shapes.of(RateLimitBody),
        ...shapes.named,
      },
    },
  }
}

const SECURITY = {
  bot: { BotToken: [] },
  person: { PersonToken: [] },
  bearer: { OAuth2: [] },
  operator: { ControlKey: [] },
  anyone: {},
} as const

function describe(operation: Operation, shapes: Shapes): Json {
  const content = contentOf(operation, shapes)
  return {
    operationId: operation.id,
    ...(operation.deprecated ? { deprecated: true } : {}),
    security: operation.callers.map((caller) => SECURITY[caller]),
    parameters: [...parameters(shapes, operation.params, 'path'), ...parameters(shapes, operation.query, 'query')],
    ...(content ? { requestBody: { required: false, content } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, schema]) => [status, answer(shapes, status, schema)]),
      ),
      '429': refusal('Over a rate limit', 'RateLimitBody'),
      '4XX': operation.path.startsWith('/oauth2/')
        ? refusal('Refused', 'ErrorBody', 'OAuth2ErrorBody')
        : refusal('Refused', 'ErrorBody'),
    },
  }
}

/** The kinds of body that an operation takes: JSON, a form, JSON with files. */
function contentOf({ body, bodyShape = body, form, filesMax = 0, fileField }: Operation, shapes: Shapes): Json | null {
  const schema = bodyShape && shapes.of(bodyShape)
  if (form) return { 'application/x-www-form-urlencoded': { schema } }
  const json = schema ? { 'application/json': { schema } } : {}
  if (filesMax === 0) return schema ? json : null
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const names = fileField ? [fileField] : Array.from({ length: filesMax }, (_, index) => `files[${index}]`)
  const files = Object.fromEntries(names.map((name) => [name, file]))
  const properties = { ...(schema ? { payload_json: schema } : {}), ...files }
  return { ...json, 'multipart/form-data': { schema: { type: 'object', properties } } }
}

function answer(shapes: Shapes, status: string, schema: TSchema): Json {
  if (status === '204' || (schema as { type?: string }).type === 'null') return { description: 'Done' }
  const { contentMediaType } = schema as { contentMediaType?: string }
  if (contentMediaType) return { description: 'OK', content: { [contentMediaType]: { schema: shapes.of(schema) } } }
  return { description: 'OK', content: { 'application/json': { schema: shapes.of(schema) } } }
}

function refusal(description: string, ...names: readonly string[]): Json {
  const bodies = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const schema = bodies.length === 1 ? bodies[0] : { anyOf: bodies }
  return { description, content: { 'application/json': { schema } } }
}

function parameters(shapes: Shapes, schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, entry]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shapes.of(entry),
  }))
}

/**
 * Converts TypeBox schemas to JSON Schema: without TypeBox's own marks and without the format for any JSON. A schema
 * with a title is written once, among the components, and referenced.
 */
class Shapes {
  readonly named: Record<string, Json> = {}
  readonly #written = new Map<string, string>()

  of(schema: TSchema): unknown {
    return this.#plain(JSON.parse(JSON.stringify(schema)))
  }

  #plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#plain(entry))
    if (typeof value !== 'object' || value === null) return value
    const node = value as Json
    if (node.format === 'json') return {}
    const plain = Object.fromEntries(
      Object.entries(node).flatMap(([key, entry]) => (key.startsWith('~') ? [] : [[key, this.#plain(entry)]])),
    )
    return typeof plain.title === 'string' && plain.type === 'object' ? this.#referred(plain.title, plain) : plain
  }

  /** A second shape of the same title stays where it is used: a reference would describe it wrongly. */
  #referred(title: string, shape: Json): Json {
    const text = JSON.stringify(shape)
    const known = this.#written.get(title)
    if (known !== undefined && known !== text) return shape
    this.#written.set(title, text)
    this.named[title] = shape
    return { $ref: `#/components/schemas/${title}` }
  }
}
