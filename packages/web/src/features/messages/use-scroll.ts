import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end within which the log counts as being there. */
const END_PX = 40

/** Pixels above and below what is visible, and the direction in which the person scrolled last. */
export interface Place {
  readonly above: number
  readonly below: number
  readonly direction: 'up' | 'down' | null
}

/**
 * Keeps what is read in its place. At the end, the log follows new messages; anywhere else the first visible message
 * stays, whatever is added, removed or resized around it.
 *
 * @param options.key changes with what is rendered
 * @param options.atEnd whether the newest message is rendered
 * @param options.onEdges receives where the visible part is
 */
export function useScroll(
  log: RefObject<HTMLDivElement | null>,
  options: { key: string; atEnd: boolean; onEdges: (place: Place) => void },
): { stuck: boolean; jumpToEnd: () => void } {
  const { key, atEnd, onEdges } = options
  const [stuck, setStuck] = useState(true)
  const stuckNow = useRef(true)
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const last = useRef<{ top: number; direction: Place['direction'] }>({ top: 0, direction: null })

  const note = useCallback(() => {
    const element = log.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    const above = element.scrollTop
    const { top, direction } = last.current
    // The log may have grown since it was put at its end, before `restore` puts it there again.
    const isMoved = Math.abs(above - top) > 1
    if (isMoved || !stuckNow.current) stuckNow.current = below <= END_PX
    setStuck(stuckNow.current)
    anchor.current = firstVisible(element)
    last.current = { top: above, direction: above === top ? direction : above < top ? 'up' : 'down' }
    onEdges({ above, below, direction: last.current.direction })
  }, [log, onEdges])

  const restore = useCallback(() => {
    const element = log.current
    if (!element) return
    const kept = anchor.current
    const row = kept && element.querySelector<HTMLElement>(`[data-message="${kept.id}"]`)
    if (stuckNow.current && atEnd) element.scrollTop = element.scrollHeight
    else if (kept && row) element.scrollTop += row.getBoundingClientRect().top - kept.top
    // Not the person's doing, so that it is no direction.
    last.current.top = element.scrollTop
  }, [log, atEnd])

  useLayoutEffect(restore, [key, restore])

  useEffect(() => {
    const element = log.current
    if (!element) return
    element.addEventListener('scroll', note, { passive: true })
    const resized = new ResizeObserver(() => {
      restore()
      note()
    })
    resized.observe(element)
    for (const child of element.children) resized.observe(child)
    const rows = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const added of addedNodes) if (added instanceof Element) resized.observe(added)
      }
    })
    rows.observe(element, { childList: true })
    return () => {
      element.removeEventListener('scroll', note)
      resized.disconnect()
      rows.disconnect()
    }
  }, [log, note, restore])

  const jumpToEnd = useCallback(() => {
    stuckNow.current = true
    setStuck(true)
    requestAnimationFrame(() => log.current?.scrollTo({ top: log.current.scrollHeight }))
  }, [log])
  return { stuck, jumpToEnd }
}

/** Returns the first row that reaches into view, with its distance from the top of the screen. */
function firstVisible(element: HTMLElement): { id: string; top: number } | null {
  const rows = element.querySelectorAll<HTMLElement>(':scope > [data-message]')
  const edge = element.getBoundingClientRect().top
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle
    else low = middle + 1
  }
  const row = rows[low]
  return row ? { id: row.dataset.message ?? '', top: row.getBoundingClientRect().top } : null
}
