import type { MouseEvent } from 'react'
import { personalStore } from '../../lib/personal-store.ts'

/** The menu of a channel or category, and the point on the screen at which it is open. */
export interface OpenChannelMenu {
  readonly channelId: string
  readonly x: number
  readonly y: number
  /** Element that gets the focus back. */
  readonly from: HTMLElement
}

/** The menu that is open; null for none. */
export const channelMenu = personalStore<{ open: OpenChannelMenu | null }>({ open: null })

/** Opens the menu of a channel in place of the browser's, or by a button. */
export function openChannelMenu(event: MouseEvent<HTMLElement>, channelId: string): void {
  event.preventDefault()
  const from = event.currentTarget
  const { left, bottom } = from.getBoundingClientRect()
  // A key has no point on the screen.
  const [x, y] = event.clientX === 0 && event.clientY === 0 ? [left, bottom] : [event.clientX, event.clientY]
  channelMenu.setState({ open: { channelId, x, y, from } })
}

/** Closes the menu. */
export function closeChannelMenu(): void {
  channelMenu.setState({ open: null })
}
