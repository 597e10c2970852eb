import type { KeyboardEvent } from 'react'
import { movedRow } from './moved-row.ts'

/**
 * Moves the focus by arrow keys, Home and End among links of a navigation. Each link is a stop of the Tab key too, as
 * in every navigation: these keys are a shorter way.
 *
 * @param selector matches the elements that the keys move among
 */
export function moveAmong(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (key.startsWith('Page')) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>(selector)]
  const active = all.indexOf(target as HTMLElement)
  if (active < 0) return
  const to = all[movedRow(key, { active, count: all.length, page: 0 }) ?? -1]
  if (!to) return
  event.preventDefault()
  to.focus()
}
