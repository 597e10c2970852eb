import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { isMirrored } from '../lib/language/language.ts'
import { t } from '../lib/language/text.ts'
import styles from './shell.module.css'

const STORED = 'guildhall.list-width'
const WIDTH = { min: 180, max: 400, usual: 240, step: 16 } as const

const within = (width: number) => Math.min(WIDTH.max, Math.max(WIDTH.min, Math.round(width)))

/** Returns the width that the person chose on this device, in pixels. */
function storedWidth(): number {
  const stored = Number(localStorage.getItem(STORED))
  return stored > 0 ? within(stored) : WIDTH.usual
}

/** The channel list and what is below it. Its edge is dragged, or moved by arrow keys; the width is remembered. */
export function Side({ children }: { children: ReactNode }) {
  const [width, setWidth] = useState(storedWidth)
  const side = useRef<HTMLDivElement>(null)
  function choose(next: number) {
    setWidth(within(next))
    localStorage.setItem(STORED, `${within(next)}`)
  }
  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !side.current) return
    const { left, right } = side.current.getBoundingClientRect()
    choose(isMirrored() ? right - event.clientX : event.clientX - left)
  }
  return (
    <div ref={side} className={styles.side} style={{ '--side-width': `${width}px` } as object}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a separator with a value is a control, which hr is not */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('Width of the channel list')}
        aria-valuemin={WIDTH.min}
        aria-valuemax={WIDTH.max}
        aria-valuenow={width}
        aria-valuetext={t('{width} pixels', { width })}
        tabIndex={0}
        className={styles.edge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => choose(WIDTH.usual)}
        onKeyDown={(event) => {
          const next = afterKey(event, width)
          if (next === null) return
          event.preventDefault()
          choose(next)
        }}
      />
    </div>
  )
}

function afterKey({ key }: KeyboardEvent, width: number): number | null {
  const step = isMirrored() ? -WIDTH.step : WIDTH.step
  switch (key) {
    case 'ArrowLeft':
      return width - step
    case 'ArrowRight':
      return width + step
    case 'Home':
      return WIDTH.min
    case 'End':
      return WIDTH.max
    default:
      return null
  }
}
