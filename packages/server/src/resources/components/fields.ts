import type { Faults, FieldPath } from '@guildhall/protocol'
import type { TSchema } from 'typebox'
import type { Static } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import type { EmojiUse } from './emojis.ts'

export type Wire = Record<string, unknown>

/** Where a check is, and what it has seen so far of the whole message or modal. */
export interface Walk {
  readonly faults: Faults
  readonly customIds: Set<string>
  readonly ids: Set<number>
  /** Emojis that were named, for `completeEmojis`. */
  readonly emojis: EmojiUse[]
  /** What `attachment://` may name. */
  readonly filenames: ReadonlySet<string>
  /** Components at all depths. */
  count: number
  /** Characters of all texts. */
  textLength: number
}

export function newWalk(faults: Faults, filenames: ReadonlySet<string> = new Set()): Walk {
  return { faults, customIds: new Set(), ids: new Set(), emojis: [], filenames, count: 0, textLength: 0 }
}

/** Reads fields by a schema; null when something was wrong, which is then noted. */
export function read<S extends TSchema>(schema: S, value: unknown, walk: Walk, path: FieldPath): Static<S> | null {
  const result: unknown = validate(schema, value, walk.faults, path)
  return typeof result === 'symbol' ? null : (result as Static<S>)
}

export function note(walk: Walk, path: FieldPath, code: string, message: string): null {
  walk.faults.add(path, code, message)
  return null
}

export function required(walk: Walk, path: FieldPath): null {
  return note(walk, path, 'BASE_TYPE_REQUIRED', 'This field is required')
}

export function isObject(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Characters as people count them. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** A custom id may stand once in a message or modal. */
export function takeCustomId(walk: Walk, customId: string, path: FieldPath): void {
  if (walk.customIds.has(customId)) {
    note(walk, [...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
  }
  walk.customIds.add(customId)
}

/** So may an `id`; 0 and null stand for none. */
export function takeId(walk: Walk, id: unknown, path: FieldPath): void {
  const number = Number(id ?? 0)
  if (!(number > 0)) return
  if (walk.ids.has(number)) note(walk, [...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated')
  walk.ids.add(number)
}

/** Gives each component without an `id`, or with 0, the next free one in document order, as documented. */
export function assignIds(components: readonly Wire[]): void {
  const taken = new Set<number>()
  const all: Wire[] = []
  const visit = (component: Wire): void => {
    all.push(component)
    if (typeof component.id === 'number' && component.id > 0) taken.add(component.id)
    for (const child of childrenOf(component)) visit(child)
  }
  for (const component of components) visit(component)
  let next = 1
  for (const component of all) {
    if (typeof component.id === 'number' && component.id > 0) continue
    while (taken.has(next)) next += 1
    taken.add(next)
    component.id = next
  }
}

/** Components directly inside another. */
function childrenOf(component: Wire): Wire[] {
  const children = Array.isArray(component.components) ? (component.components as unknown[]) : []
  return [...children, component.accessory, component.component].filter(isObject)
}

/** The component with this custom id, at any depth. */
export function findComponent(components: readonly Wire[], customId: string): Wire | undefined {
  for (const component of components) {
    if (component.custom_id === customId) return component
    const inside = findComponent(childrenOf(component), customId)
    if (inside) return inside
  }
  return undefined
}

/** Without what is null or absent: the stored component is what clients are shown. */
export function stored(component: Wire): Wire {
  return Object.fromEntries(Object.entries(component).filter(([, value]) => value !== null && value !== undefined))
}
