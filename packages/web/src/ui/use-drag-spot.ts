import { type RefCallback, useCallback, useRef } from 'react'
import { whenIdle } from '../lib/later.ts'
import type { DragSpot, PlacedSpot } from './drag-spot.ts'

/** Makes a spot draggable. Returns a function that ends it. */
type Attach = (placed: PlacedSpot) => () => void

/** Spots on the page, with what ends their dragging once the script for it is there. */
const spots = new Map<PlacedSpot, (() => void) | undefined>()
let attach: Attach | undefined
let isDue = false
let isLoading = false

/**
 * Lets an element be dragged, and others be dropped on it. While another one is over it, the element has `data-over`
 * with `before` or `after`: the side on which that one comes to stand.
 */
export function useDragSpot(spot: DragSpot): RefCallback<HTMLElement> {
  const latest = useRef(spot)
  latest.current = spot
  return useCallback((element: HTMLElement) => {
    const placed = { element, spot: latest }
    spots.set(placed, attach?.(placed))
    if (isDue) loadSoon()
    return () => {
      spots.get(placed)?.()
      spots.delete(placed)
    }
  }, [])
}

/**
 * Lets the script that drags be fetched: the open page is shown, which comes first. Without the script, menus and
 * buttons still move entries.
 */
export function loadDragging(): void {
  isDue = true
  if (spots.size > 0) loadSoon()
}

function loadSoon(): void {
  if (isLoading) return
  isLoading = true
  whenIdle(async () => {
    try {
      const { attachSpot } = await import('./dragging.ts')
      attach = attachSpot
      for (const placed of spots.keys()) spots.set(placed, attachSpot(placed))
    } catch {
      // The next entry that is shown tries again.
      isLoading = false
    }
  })
}
