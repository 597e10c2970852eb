/** Checks JSON values against schemas of the description, with faults that name the branch that was meant. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { DESCRIPTION_URI, type Description, type Schema } from './description.ts'

export interface Fault {
  /**
   * A JSON path in which list indexes are `[]` and keys that are ids are `{}`,
   * so that equal faults have equal paths.
   */
  readonly path: string
  readonly message: string
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const BRANCH_DEPTH_MAX = 12
const VALUES_SHOWN_MAX = 8

export class SchemaCheck {
  readonly #ajv: Ajv2020
  readonly #compiled = new WeakMap<Schema, ValidateFunction>()

  constructor(description: Description) {
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false })
    for (const name of ['int32', 'int64', 'double', 'snowflake', 'nonce']) this.#ajv.addFormat(name, true)
    this.#ajv.addFormat('date-time', DATE_TIME)
    this.#ajv.addFormat('uri', (text) => URL.canParse(text))
    this.#ajv.addSchema(description.root as object, DESCRIPTION_URI)
  }

  /** Returns the faults of a value; an empty list if it fits. */
  faults(schema: Schema, value: unknown, base = '', depth = 0): Fault[] {
    const validate = this.#validator(schema)
    if (validate(value)) return []
    // A copy: explaining a branch may run the same function again.
    const errors = [...(validate.errors ?? [])]
    return depth > BRANCH_DEPTH_MAX ? errors.map((error) => asFault(error, base)) : this.#explained(errors, base, depth)
  }

  #validator(schema: Schema): ValidateFunction {
    let validate = this.#compiled.get(schema)
    if (!validate) {
      validate = this.#ajv.compile(schema as object)
      this.#compiled.set(schema, validate)
    }
    return validate
  }

  /** Replaces the faults of all branches of a union by those of the nearest branch. */
  #explained(errors: readonly ErrorObject[], base: string, depth: number): Fault[] {
    const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
    const outermost = choices.filter(
      (choice) => !choices.some((other) => other !== choice && within(choice.instancePath, other.instancePath)),
    )
    const plain = errors.filter(
      ({ keyword, instancePath }) =>
        keyword !== 'anyOf' && !outermost.some((choice) => covers(choice.instancePath, instancePath)),
    )
    const seen = new Set<string>()
    const chosen = outermost.flatMap((choice) => {
      if (seen.has(choice.instancePath)) return []
      seen.add(choice.instancePath)
      const branches = choice.schema as Schema[]
      const values = branches.flatMap((branch) => ('const' in branch ? [branch.const] : []))
      const path = base + pathOf(choice.instancePath)
      if (values.length === branches.length) return [valueFault(path, choice.data, values)]
      return this.#nearest(branches, choice.data, path, depth)
    })
    return [...plain.map((error) => asFault(error, base)), ...chosen]
  }

  #nearest(branches: readonly Schema[], value: unknown, path: string, depth: number): Fault[] {
    let best: Fault[] | undefined
    for (const branch of branches) {
      const faults = this.faults(branch, value, path, depth + 1)
      if (!best || weight(faults, path) < weight(best, path)) best = faults
    }
    return best ?? []
  }
}

/** Whether a branch was not meant at all: it has another type, or another `type`. */
function weight(faults: readonly Fault[], path: string): number {
  let sum = faults.length
  for (const fault of faults) {
    if (fault.path === path) sum += 1000
    if (fault.path === `${path}/type`) sum += 100
  }
  return sum
}

/** Whether `path` is strictly below `other`. */
function within(path: string, other: string): boolean {
  return path !== other && path.startsWith(`${other}/`)
}

function covers(choice: string, path: string): boolean {
  return path === choice || within(path, choice)
}

function valueFault(path: string, value: unknown, values: readonly unknown[]): Fault {
  const some = values.slice(0, VALUES_SHOWN_MAX).map(short).join(', ')
  return { path, message: `${short(value)} is none of ${some}${values.length > VALUES_SHOWN_MAX ? ', …' : ''}` }
}

function asFault(error: ErrorObject, base: string): Fault {
  const path = base + pathOf(error.instancePath)
  if (error.keyword === 'required' || error.keyword === 'dependentRequired') {
    return { path: `${path}/${error.params.missingProperty}`, message: 'is missing' }
  }
  if (error.keyword === 'enum') return valueFault(path, error.data, error.schema as unknown[])
  if (error.keyword === 'const') return { path, message: `${short(error.data)} is not ${short(error.schema)}` }
  if (error.keyword === 'additionalProperties') {
    return { path: `${path}/${error.params.additionalProperty}`, message: 'is not described' }
  }
  return { path, message: `${error.message ?? error.keyword}, not ${short(error.data)}` }
}

/** Returns a position in a value, with indexes and ids replaced. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .map((part) => (/^\d{1,6}$/.test(part) ? '[]' : /^\d{7,}$/.test(part) ? '{}' : part))
    .join('/')
}

const SHOWN_MAX = 60

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
