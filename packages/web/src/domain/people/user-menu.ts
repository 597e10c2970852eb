import type { MouseEvent } from 'react'
import { personalStore } from '../../lib/personal-store.ts'

/** The menu of a user, and the point on the screen at which it is open. */
export interface OpenUserMenu {
  readonly userId: string
  readonly guildId: string | undefined
  readonly x: number
  readonly y: number
  /** Element that gets the focus back. */
  readonly from: HTMLElement
}

/** The menu that is open; null for none. One serves all names: a log has hundreds of them. */
export const userMenu = personalStore<{ open: OpenUserMenu | null }>({ open: null })

/** Opens the menu of a user in place of the browser's. */
export function openUserMenu(event: MouseEvent<HTMLElement>, userId: string, guildId?: string): void {
  event.preventDefault()
  const from = event.currentTarget
  const { left, bottom } = from.getBoundingClientRect()
  // The key for menus has no point on the screen.
  const [x, y] = event.clientX === 0 && event.clientY === 0 ? [left, bottom] : [event.clientX, event.clientY]
  userMenu.setState({ open: { userId, guildId, x, y, from } })
}

/** Closes the menu. */
export function closeUserMenu(): void {
  userMenu.setState({ open: null })
}
