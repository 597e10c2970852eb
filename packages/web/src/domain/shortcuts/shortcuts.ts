import { useEffect, useRef } from 'react'
import { type Pressed, type ShortcutId, shortcutOf } from './shortcut-keys.ts'

/** Handles a shortcut. Returns false to leave it to a part that was shown earlier. */
type Handler = () => unknown

const handlers = new Map<ShortcutId, Handler[]>()

/** Handles a shortcut while the component is shown. */
export function useShortcut(id: ShortcutId, handler: Handler): void {
  const newest = useRef(handler)
  newest.current = handler
  useEffect(() => {
    const own: Handler = () => newest.current()
    handlers.set(id, [own, ...(handlers.get(id) ?? [])])
    return () => {
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter((other) => other !== own),
      )
    }
  }, [id])
}

/** Runs the shortcut of a pressed key. Returns whether a part of the app handled it. */
function runShortcut(pressed: Pressed): boolean {
  const id = shortcutOf(pressed)
  return id !== undefined && (handlers.get(id) ?? []).some((handler) => handler() !== false)
}

/** Listens to the shortcuts of the client. An open dialog has the keys to itself. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      if (isSearch(event.target) && (event.key === 'Escape' || event.key === 'f')) return
      if (runShortcut(event)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** A search box empties itself with Escape, and a second Ctrl+F is the browser's own search. */
function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search'
}
