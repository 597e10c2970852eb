import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../lib/language/text.ts'
import { IconButton } from './button.tsx'
import styles from './reorder.module.css'

/** Place of an entry in a list that the person orders. */
export interface Place {
  readonly index: number
  readonly name: string
  /** Why the entry cannot be moved; null if it can. */
  readonly refusal: string | null
}

/** Moves entries of a list that the person orders. */
export interface Reorder {
  move(from: number, to: number): void
  canMove(from: number, to: number): boolean
}

/** Returns what moves entries of a list. `mayMove` tells whether an entry may take a place. */
export function reorderOf(parts: {
  count: number
  mayMove: (from: number, to: number) => boolean
  onMove: (from: number, to: number) => void
}): Reorder {
  const { count, mayMove, onMove } = parts
  const canMove = (from: number, to: number) => from >= 0 && to >= 0 && to < count && mayMove(from, to)
  return {
    canMove,
    move(from, to) {
      if (from !== to && canMove(from, to)) onMove(from, to)
    },
  }
}

/** Buttons that move an entry by one place, with a grip that shows that it can be dragged. */
export function MoveButtons({ reorder, place: { index, name, refusal } }: { reorder: Reorder; place: Place }) {
  const buttons = useRef<HTMLSpanElement>(null)
  const pressed = useRef<string | null>(null)
  // The browser takes the focus from an element that changes its place in the page.
  useEffect(() => {
    if (pressed.current === null) return
    const found = [...(buttons.current?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled)
    const again = found.find(({ ariaLabel }) => ariaLabel === pressed.current) ?? found[0]
    again?.focus()
    pressed.current = null
  }, [index])
  const button = (label: string, to: number, Icon: typeof ArrowUp) => (
    <IconButton
      label={`${label} ${name}`}
      title={refusal ?? undefined}
      disabled={refusal !== null || !reorder.canMove(index, to)}
      onClick={() => {
        pressed.current = `${label} ${name}`
        reorder.move(index, to)
      }}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  )
  return (
    <span ref={buttons} className={styles.buttons}>
      {refusal === null && <GripVertical className={styles.grip} size={16} aria-hidden />}
      {button(t('Move up'), index - 1, ArrowUp)}
      {button(t('Move down'), index + 1, ArrowDown)}
    </span>
  )
}
