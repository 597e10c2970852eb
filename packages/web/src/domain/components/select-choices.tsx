import type { ClientState } from '@guildhall/client/records'
import type { PartialEmojiObject, SelectObject } from '@guildhall/protocol'
import type { Choice } from '../../ui/choices.ts'
import { ComponentEmoji } from '../emoji/component-emoji.tsx'
import { type Entity, entityById } from '../entities/entities.ts'

/** An option of a select of strings. */
interface StringChoice extends Choice {
  readonly emoji?: PartialEmojiObject | undefined
}

/** Returns the options of a select of strings as choices. */
export function stringChoices({ options = [] }: Pick<SelectObject, 'options'>): StringChoice[] {
  return options.map(({ value, label, description, emoji }) => ({ value, label, detail: description, emoji }))
}

/** Returns what a select of strings shows as chosen at first. */
export function defaultStrings(select: Pick<SelectObject, 'options'>): StringChoice[] {
  const defaults = new Set((select.options ?? []).filter((option) => option.default).map(({ value }) => value))
  return stringChoices(select).filter(({ value }) => defaults.has(value))
}

/** Returns what a select of users, roles or channels shows as chosen at first. */
export function defaultEntities(
  state: ClientState,
  guildId: string | null,
  { default_values = [] }: Pick<SelectObject, 'default_values'>,
): Entity[] {
  return default_values.map(({ id, type }) => entityById(state, guildId, type as Entity['kind'], id))
}

/** The picture of an option of a select of strings. */
export function choiceEmoji({ emoji }: StringChoice) {
  return emoji ? <ComponentEmoji emoji={emoji} decorative /> : null
}
