import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './reorder.module.css'

/** Place of an entry in a list that the person orders. */
export interface Place {
  readonly index: number
  readonly name: string
  /** Why the entry cannot be moved; null if it can. */
  readonly refusal: string | null
}

/**
 * Lets the person order a list: by dragging, and by buttons for the keyboard. `mayMove` tells whether an entry may take
 * a place.
 */
export function useReorder(parts: {
  /** Keys of the entries in their order, which may change while one is dragged. */
  keys: readonly string[]
  mayMove: (from: number, to: number) => boolean
  onMove: (from: number, to: number) => void
}) {
  const { keys, mayMove, onMove } = parts
  const count = keys.length
  const [draggedKey, setDraggedKey] = useState<string | null>(null)
  const dragged = draggedKey !== null && keys.includes(draggedKey) ? keys.indexOf(draggedKey) : null
  const [over, setOver] = useState<number | null>(null)

  function move(from: number, to: number) {
    if (from !== to && to >= 0 && to < count && mayMove(from, to)) onMove(from, to)
  }

  return {
    move,
    canMove: (from: number, to: number) => to >= 0 && to < count && mayMove(from, to),
    /** Properties of the element that is dragged and dropped on. */
    entry: (index: number) => ({
      draggable: canDrag(index),
      'data-dragged': dragged === index || undefined,
      'data-over':
        over === index && dragged !== index ? (dragged !== null && dragged < index ? 'after' : 'before') : undefined,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', String(index))
        setDraggedKey(keys[index] ?? null)
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null || !mayMove(dragged, index)) return
        event.preventDefault()
        setOver(index)
      },
      onDrop(event: DragEvent<HTMLElement>) {
        event.preventDefault()
        if (dragged !== null) move(dragged, index)
        setDraggedKey(null)
        setOver(null)
      },
      onDragEnd() {
        setDraggedKey(null)
        setOver(null)
      },
    }),
  }

  function canDrag(index: number): boolean {
    return mayMove(index, index)
  }
}

export type Reorder = ReturnType<typeof useReorder>

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
      <Icon size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  )
  return (
    <span ref={buttons} className={styles.buttons}>
      {refusal === null && <GripVertical className={styles.grip} size={16} strokeWidth={1.5} aria-hidden />}
      {button('Move up', index - 1, ArrowUp)}
      {button('Move down', index + 1, ArrowDown)}
    </span>
  )
}
