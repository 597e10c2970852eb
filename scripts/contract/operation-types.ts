/** Writes the types of operations from an OpenAPI document, with the names of the protocol's objects. */
import * as protocol from '@guildhall/protocol'
import { keyText, type Schema, type TypeTexts, typeOf } from './schema-types.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface Described {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The parts of an OpenAPI document that types need. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** Names of the protocol's object types by the title of their schema. */
const OBJECTS: ReadonlyMap<string, string> = new Map(
  Object.entries(protocol).flatMap(([name, value]) => {
    const title = typeof value === 'object' && 'title' in value ? value.title : undefined
    return typeof title === 'string' ? [[title, name]] : []
  }),
)

/**
 * Returns the text of a module with the request and the response of each operation.
 * @param name name of the interface
 * @param keyOf returns the key of an operation in it
 */
export function operationTypes(
  { paths, components }: Document,
  { name, header, keyOf }: { name: string; header: string; keyOf: (route: string, operation: Described) => string },
): string {
  const used = new Set<string>()
  const received: TypeTexts = {
    nameOf(component) {
      used.add(component)
      return OBJECTS.get(component) ?? component
    },
    listOf: (item) => `(${item})[]`,
  }
  // Callers may pass a list that they must not change.
  const sent: TypeTexts = { ...received, listOf: (item) => `readonly (${item})[]` }
  const entries = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const key = keyOf(`${method.toUpperCase()} ${path}`, operation)
        return `${keyText(key)}: ${operationType(operation, { sent, received })}`
      }),
    )
    .sort()
  const declared: string[] = []
  // A set visits what is added while it is read.
  for (const component of used)
    if (!OBJECTS.has(component))
      declared.push(`export type ${component} = ${typeOf(components.schemas[component] ?? {}, received)}\n`)
  const imported = [...used].flatMap((component) => OBJECTS.get(component) ?? []).sort()
  const imports = imported.length > 0 ? `import type { ${imported.join(', ')} } from '@guildhall/protocol'\n` : ''
  const uploads = entries.some((entry) => entry.includes(' Upload[]'))
    ? "import type { Upload } from '../upload.ts'\n"
    : ''
  return `${imports}${uploads}\n${header}export interface ${name} {\n${entries.join('\n')}\n}\n\n${declared.sort().join('\n')}`
}

function operationType(operation: Described, texts: { sent: TypeTexts; received: TypeTexts }): string {
  const nested = (schema: Schema) => typeOf(schema, texts.sent)
  const parts = [
    parametersOf(operation, 'path', nested),
    parametersOf(operation, 'query', nested),
    ...bodyOf(operation, nested),
  ].filter((part) => part !== null)
  const request = parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Record<never, never>'
  return `{ request: ${request}; response: ${responseOf(operation, (schema) => typeOf(schema, texts.received))} }`
}

function parametersOf({ parameters = [] }: Described, place: 'path' | 'query', nested: (schema: Schema) => string) {
  const given = parameters.filter((parameter) => parameter.in === place)
  if (given.length === 0) return null
  const fields = given.map(({ name, required, schema }) => `${keyText(name)}${required ? '' : '?'}: ${nested(schema)}`)
  const optional = given.some(({ required }) => required) ? '' : '?'
  return `${place === 'path' ? 'params' : 'query'}${optional}: { ${fields.join('; ')} }`
}

/** Returns the fields of a request for its body and its files. */
function bodyOf({ requestBody }: Described, nested: (schema: Schema) => string): string[] {
  const content = requestBody?.content ?? {}
  const fields: string[] = []
  const schema = content['application/json']?.schema ?? content[FORM]?.schema
  if (schema) fields.push(`body${isOptional(schema) ? '?' : ''}: ${nested(schema)}`)
  if (content[FORM]) fields.push('form: true')
  if (content[MULTIPART]) fields.push('files?: readonly Upload[]')
  return fields
}

/** Whether a request may leave its body out: no field is required, or the operation checks the body itself. */
function isOptional(schema: Schema): boolean {
  if (schema.$ref !== undefined || schema.type === 'array') return false
  return (schema.anyOf ?? [schema]).some(({ required = [] }) => required.length === 0)
}

function responseOf({ responses }: Described, nested: (schema: Schema) => string): string {
  const types = Object.entries(responses)
    .filter(([status]) => /^2\d\d$/.test(status))
    .map(([, { content }]) => {
      const [[type, { schema = {} }] = ['', {}]] = Object.entries(content ?? {})
      if (content === undefined) return 'undefined'
      return type === 'application/json' ? nested(schema) : 'string'
    })
  return [...new Set(types)].join(' | ') || 'undefined'
}
