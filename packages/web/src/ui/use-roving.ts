import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { movedRow } from './moved-row.ts'

/** Elements of a row on which arrow keys move between rows. Other controls use these keys themselves. */
const MOVING = ['article', 'a', 'button:not([role])'].join()

export interface RovingOptions {
  /** Rows of the list in their order, also those that are not rendered. */
  readonly ids: readonly string[]
  /** Attribute with the id of a row. The first article or button in the row takes the focus. */
  readonly attribute: `data-${string}`
  /** Row that keys begin with before the person has chosen one, and, of a log, each time they come back. */
  readonly start: 'first' | 'last'
  /** Rows that Page Up and Page Down move by. Without it, these keys scroll. */
  readonly page?: number
  /** Renders a row that is not rendered, and brings it into view. */
  readonly reveal?: (id: string, index: number) => void
}

/**
 * Lets arrow keys, Home and End move between the rows of a list, which are marked with `attribute`. Each control of a
 * row is a stop of the Tab key as well. A row that is no control itself, as an article, is a stop while it is active.
 *
 * The focus stays in the list when its row is removed: it moves to the row that took its place. If the row is only not
 * rendered any more, the list itself takes the focus, and the keys go on from that row.
 */
export function useRoving(list: RefObject<HTMLElement | null>, options: RovingOptions) {
  const { ids, attribute, start, page, reveal } = options
  const [chosenId, setChosen] = useState<string | null>(null)
  const chosenIndex = useRef(0)
  const wanted = useRef<string | null>(null)
  const holdsFocus = useRef(false)

  const index = chosenId === null ? -1 : ids.indexOf(chosenId)
  const next = ids[Math.min(chosenIndex.current, ids.length - 1)]
  const activeId = index >= 0 ? chosenId : chosenId === null ? ids.at(start === 'first' ? 0 : -1) : next

  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`)
  const stopOf = (id: string) => rowOf(id)?.querySelector<HTMLElement>('article, button')
  const idOf = (element: Element) => element.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined

  useLayoutEffect(() => {
    if (index >= 0) chosenIndex.current = index
    const stop = wanted.current === null ? null : stopOf(wanted.current)
    if (!stop) return
    wanted.current = null
    stop.focus()
  })

  useLayoutEffect(() => {
    if (!holdsFocus.current || !isFocusLost()) return
    // Later than other parts that take the focus when they close something in a row, such as the message box.
    const frame = requestAnimationFrame(() => {
      if (!holdsFocus.current || !isFocusLost()) return
      if (index < 0 && activeId) setChosen(activeId)
      const stop = activeId ? stopOf(activeId) : null
      if (stop) stop.focus({ preventScroll: true })
      else list.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })

  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  /** Moves the focus to a row. */
  function focusRow(id: string) {
    const at = ids.indexOf(id)
    if (at < 0) return
    setChosen(id)
    const stop = stopOf(id)
    if (stop) return stop.focus()
    wanted.current = id
    reveal?.(id, at)
  }

  function onFocus({ target }: FocusEvent) {
    // Also from menus and dialogs of a row, which are elsewhere in the document.
    holdsFocus.current = true
    const id = list.current?.contains(target) ? idOf(target) : undefined
    if (id !== undefined && id !== chosenId) setChosen(id)
  }

  // React is silent about elements that it removes, so that the focus was not lost here but went elsewhere.
  function onBlur() {
    holdsFocus.current = false
    if (start === 'first') return
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      if (!holdsFocus.current && !list.current?.contains(document.activeElement)) setChosen(null)
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!(target instanceof Element) || !list.current?.contains(target)) return
    if (target !== list.current && (!target.matches(MOVING) || target.closest('dialog'))) return
    if (page === undefined && key.startsWith('Page')) return
    const active = ids.indexOf(idOf(target) ?? activeId ?? '')
    const to = ids[movedRow(key, { active, count: ids.length, page: page ?? 0 }) ?? -1]
    if (to === undefined) return
    event.preventDefault()
    focusRow(to)
  }

  return { activeId, focusRow, listProps: { onFocus, onBlur, onKeyDown } }
}

/** Whether the element with the focus was removed: the focus is then on the document. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
