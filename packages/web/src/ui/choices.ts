import type { RoleColorsObject } from '@guildhall/protocol'

/** Something to choose from a list. Its option's name begins with the label. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  /** Text at the end of the line, such as the name of the application. */
  readonly aside?: string | undefined
  /** Colours of the label, which the name of a role has. */
  readonly colours?: RoleColorsObject | null | undefined
}

/** Choices that a list shows at a time; typing narrows them down. */
export const SHOWN_MAX = 100

/** Returns the choices whose label or detail contains a text: those that begin with it first. */
export function matchingChoices<C extends Choice>(choices: readonly C[], text: string): C[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return choices.slice(0, SHOWN_MAX)
  const begins = choices.filter(({ label }) => label.toLowerCase().startsWith(wanted))
  const contains = choices.filter(
    ({ label, detail }) =>
      !label.toLowerCase().startsWith(wanted) && `${label}\n${detail ?? ''}`.toLowerCase().includes(wanted),
  )
  return [...begins, ...contains].slice(0, SHOWN_MAX)
}

/** Returns what is chosen after a choice was pressed: one replaces the other, of several each is switched. */
export function toggled<C extends Choice>(chosen: readonly C[], choice: C, { min, max }: { min: number; max: number }) {
  const rest = chosen.filter(({ value }) => value !== choice.value)
  if (rest.length < chosen.length) return max === 1 && min > 0 ? chosen : rest
  if (max === 1) return [choice]
  return rest.length < max ? [...rest, choice] : chosen
}

/** Returns the active option of a list after a key, -1 for none; undefined if the key does not move. */
export function movedActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return active + 1 >= count ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  if (key === 'PageDown') return Math.min(active + 8, count - 1)
  if (key === 'PageUp') return Math.max(active - 8, 0)
  return undefined
}
