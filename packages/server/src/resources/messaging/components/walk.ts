import type { Faults, FieldPath } from '@guildhall/protocol'
import type { TSchema } from 'typebox'
import type { Static } from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import type { StoredPartialEmoji } from './model.ts'

/** JSON object of a request, before a schema has read it. */
export type Unchecked = Readonly<Record<string, unknown>>

/** Emoji that a component or poll uses: its stored form, and the path of its faults. */
export interface EmojiUse {
  readonly stored: StoredPartialEmoji
  readonly path: FieldPath
}

/** State of one check of a message or modal: faults, and what the components so far have used up. */
export interface Walk {
  readonly faults: Faults
  readonly customIds: Set<string>
  readonly ids: Set<number>
  /** Emojis that components use, for `completeEmojis`. */
  readonly emojis: EmojiUse[]
  /** Files of the message, which `attachment://` addresses can name. */
  readonly filenames: ReadonlySet<string>
  /** Number of components at all depths. */
  componentCount: number
  /** Code points of all displayed texts. */
  textLength: number
}

/** Returns the state at the start of a check. Addresses in the components can name `filenames`. */
export function newWalk(faults: Faults, filenames: ReadonlySet<string> = new Set()): Walk {
  return { faults, customIds: new Set(), ids: new Set(), emojis: [], filenames, componentCount: 0, textLength: 0 }
}

/** Reads fields by a schema. Returns null when it added faults. */
export function readFields<S extends TSchema>(
  schema: S,
  value: unknown,
  walk: Walk,
  path: FieldPath,
): Static<S> | null {
  const result: unknown = validate(schema, value, walk.faults, path)
  return typeof result === 'symbol' ? null : (result as Static<S>)
}

/** Adds a fault and returns null, the result for a component that failed. */
export function addFault(walk: Walk, path: FieldPath, code: string, message: string): null {
  walk.faults.add(path, code, message)
  return null
}

/** Adds the fault of a missing field. */
export function addRequired(walk: Walk, path: FieldPath): null {
  return addFault(walk, path, 'BASE_TYPE_REQUIRED', 'This field is required')
}

/** Returns whether a JSON value is an object, and not an array or null. */
export function isObject(value: unknown): value is Unchecked {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the number of code points of a text. Documented limits count these. */
export function codePointsOf(text: string): number {
  return [...text].length
}

/** Adds a fault when a message or modal contains a custom id twice. */
export function takeCustomId(walk: Walk, customId: string, path: FieldPath): void {
  if (walk.customIds.has(customId)) {
    addFault(walk, [...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
  }
  walk.customIds.add(customId)
}

/** Adds a fault when a message or modal contains a component id twice. 0 and null mean no id. */
export function takeId(walk: Walk, id: unknown, path: FieldPath): void {
  const number = Number(id ?? 0)
  if (!(number > 0)) return
  if (walk.ids.has(number))
    addFault(walk, [...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated')
  walk.ids.add(number)
}

type NullableKeys<T> = { [K in keyof T]-?: null extends T[K] ? K : undefined extends T[K] ? K : never }[keyof T]

/** Fields of T; those that may be null or undefined become optional. */
export type Present<T> = Omit<T, NullableKeys<T>> & { [K in NullableKeys<T>]?: NonNullable<T[K]> }

/** Returns an object without its null and undefined fields: stored components have the form that clients receive. */
export function withoutAbsent<T extends object>(fields: T): Present<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present) as Present<T>
}
