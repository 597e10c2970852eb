import type { View } from './handle.ts'
import type { Wrapper } from './wrapper.ts'

type Method = (...given: never[]) => unknown

/** Values of an object, of which ids are strings. `Nested` says whether handles in it are there too. */
type PlainFields<Fields, Nested extends boolean> = {
  [Name in keyof Fields as Fields[Name] extends Method
    ? never
    : Nested extends true
      ? Name
      : NonNullable<Fields[Name]> extends Wrapper<View<infer _>> | Wrapper<View<infer _>>[]
        ? never
        : Name]: Plain<Fields[Name]>
}

type Plain<T> = T extends bigint
  ? string
  : T extends Wrapper<infer State>
    ? PlainState<State, false> | null
    : T extends readonly (infer Entry)[]
      ? Plain<Entry>[]
      : T

type PlainState<State, Nested extends boolean> =
  State extends View<infer Fields> ? PlainFields<Fields, Nested> : PlainFields<State, Nested>

/** The values of an object at one moment; null if it is not valid. Handles inside of it leave out further ones. */
export type Snapshot<T> = T extends Wrapper<infer State> ? PlainState<State, true> | null : never

/**
 * Returns the values of a struct or a handle as a plain object, in which ids are strings: live handles and bigints
 * cross neither `contextBridge` nor React's state. JSON.stringify gives the same.
 */
export function snapshot<T extends { toJSON(): unknown }>(object: T): Snapshot<T> {
  return object.toJSON() as Snapshot<T>
}
