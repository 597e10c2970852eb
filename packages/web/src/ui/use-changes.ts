import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type Changed,
  changedFields,
  type Merges,
  type Pending,
  withChanges,
  withoutAgreed,
  withoutSent,
} from './changes.ts'
import type { Saving } from './use-save.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type KeyOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T]

interface Bound {
  readonly value: string
  onChange(event: ChangeEvent<Control>): void
}

/** Part of a form's changes that a bar or a dialog reads. */
export interface Unsaved {
  /** Returns whether there are changes that are not saved, also before the next render. */
  isChanged(): boolean
  discard(): void
}

/** A form over a saved value: the fields that the person changed, and the saved ones beside them. */
export interface Changes<T extends object> extends Unsaved {
  /** The saved value with the person's changes. */
  readonly values: T
  /** Only the fields that the person changed. */
  readonly changed: Changed<T>
  set(patch: Partial<T>): void
  /** Props of a control of a text. */
  text(key: KeyOf<T, string>): Bound
  /** Props of a control of an optional value: the empty text means null. */
  optional(key: KeyOf<T, string | null>): Bound
  /** Props of a control whose text is a number. */
  number(key: KeyOf<T, number>): Bound
  /** Props of a switch or a checkbox. */
  flag(key: KeyOf<T, boolean>): { checked: boolean; onChange(event: ChangeEvent<HTMLInputElement>): void }
  /**
   * Returns the handler of the form's submission. `request` saves the changed fields and applies the saved value. It is
   * left out where nothing was changed, except in a form of something new. `onSaved` runs after it, when leaving the
   * page asks no more.
   */
  onSubmit(
    saving: Saving,
    request: (changed: Changed<T>) => Promise<unknown>,
    onSaved?: () => unknown,
  ): (event: FormEvent) => void
}

/**
 * Keeps a person's changes over a saved value as a map, so that a request sends only what the person changed, and the
 * form shows what others save meanwhile.
 *
 * @param options.merges functions for fields in which people change different parts, such as the bits of permissions
 * @param options.isNew whether the form creates something, so that it is sent without a change too
 */
export function useChanges<T extends object>(
  saved: T,
  { merges, isNew = false }: { merges?: Merges<T>; isNew?: boolean } = {},
): Changes<T> {
  const [pending, setPending] = useState<Pending<T>>({})
  // Read by handlers, which may run again before the next render.
  const latest = useRef({ pending, saved })
  latest.current.saved = saved
  const keep = (next: Pending<T>) => {
    latest.current.pending = next
    setPending(next)
  }
  useEffect(() => {
    const next = withoutAgreed(latest.current.pending, saved, merges)
    if (next !== latest.current.pending) keep(next)
  })

  const changed = changedFields(pending, saved, merges)
  const values = { ...saved, ...changed }
  const set = (patch: Partial<T>) => keep(withChanges(latest.current.pending, latest.current.saved, patch))
  const put = (key: keyof T, value: unknown) => set({ [key]: value } as Partial<T>)

  return {
    values,
    changed,
    set,
    isChanged: () => Object.keys(changedFields(latest.current.pending, latest.current.saved, merges)).length > 0,
    discard: () => keep({}),
    text: (key) => ({
      value: values[key] as string,
      onChange: ({ target }) => put(key, target.value),
    }),
    optional: (key) => ({
      value: (values[key] as string | null) ?? '',
      onChange: ({ target }) => put(key, target.value === '' ? null : target.value),
    }),
    number: (key) => ({
      value: String(values[key]),
      onChange: ({ target }) => put(key, Number(target.value)),
    }),
    flag: (key) => ({
      checked: values[key] as boolean,
      onChange: ({ target }) => put(key, target.checked),
    }),
    onSubmit: (saving, request, onSaved) => (event) => {
      event.preventDefault()
      void saving
        .run(async () => {
          const sent = latest.current.pending
          const fields = changedFields(sent, latest.current.saved, merges)
          if (isNew || Object.keys(fields).length > 0) await request(fields)
          keep(withoutSent(latest.current.pending, sent))
        })
        .then((done) => done && onSaved?.())
    },
  }
}
