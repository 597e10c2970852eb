import {
  AutoScroller,
  Cursor,
  DragDropManager,
  Draggable,
  Droppable,
  Feedback,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom'
import { t } from '../lib/language/text.ts'
import './dragging.css'
import type { PlacedSpot } from './drag-spot.ts'

/** Distance that a mouse moves with its button down before it drags. */
const DRAG_FROM_PX = 5
/** Time that a finger stays before it drags, and what it may move in it. A finger that moves earlier scrolls. */
const TOUCH = { value: 250, tolerance: 8 }

/** Only Space picks an entry up: Enter follows its link. */
const KEYS = {
  start: ['Space'],
  cancel: ['Escape'],
  end: ['Space', 'Enter', 'Tab'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  left: ['ArrowLeft'],
  right: ['ArrowRight'],
}

/** Spots by the id of what the library knows of them. */
const placedSpots = new Map<unknown, PlacedSpot>()
const placedOf = (entity: { id: unknown } | null) => placedSpots.get(entity?.id)

const manager = new DragDropManager({
  plugins: [
    // The page's policy admits style elements with its nonce only.
    StyleInjector.configure({ nonce: nonceOfPage() }),
    Feedback.configure({ feedback: 'clone', dropAnimation: null, keyboardTransition: null }),
    AutoScroller,
    Cursor,
    PreventSelection,
  ],
  sensors: [
    PointerSensor.configure({
      activationConstraints: ({ pointerType }) => [
        pointerType === 'touch'
          ? new PointerActivationConstraints.Delay(TOUCH)
          : new PointerActivationConstraints.Distance({ value: DRAG_FROM_PX }),
      ],
      preventActivation,
    }),
    KeyboardSensor.configure({
      keyboardCodes: KEYS,
      preventActivation,
    }),
  ],
})

function nonceOfPage(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Returns whether a press or key is for a control in the entry, or the person may not drag the entry. */
function preventActivation({ target }: Event, source: { id: unknown }): boolean {
  if (!(target instanceof Element) || target.closest('button, input, select, textarea')) return true
  return placedOf(source)?.spot.current.mayDrag() !== true
}

/** Lets a spot be dragged, and others be dropped on it. Returns a function that ends it. */
export function attachSpot(placed: PlacedSpot): () => void {
  const { element, spot } = placed
  const { list } = spot.current
  const parts = { id: `${list} ${spot.current.id}`, element, type: list }
  placedSpots.set(parts.id, placed)
  const draggable = new Draggable(parts, manager)
  const accept = (source: { id: unknown }) => source.id === parts.id || takes(placed, placedOf(source))
  const droppable = new Droppable({ ...parts, accept }, manager)
  return () => {
    draggable.destroy()
    droppable.destroy()
    if (placedSpots.get(parts.id) === placed) placedSpots.delete(parts.id)
  }
}

/** Returns whether a spot is another one than the dragged one, and takes it. */
function takes({ spot: { current } }: PlacedSpot, dragged: PlacedSpot | undefined): boolean {
  const other = dragged?.spot.current
  return other !== undefined && other.list === current.list && other.id !== current.id && current.mayTake(other.id)
}

/** Returns the spot at a point that takes the dragged one. A fast hand lets go before the library knows the point. */
function spotAt({ clientX: x, clientY: y }: PointerEvent, dragged: PlacedSpot): PlacedSpot | undefined {
  return [...placedSpots.values()].find((placed) => {
    const { left, right, top, bottom } = placed.element.getBoundingClientRect()
    return left <= x && x <= right && top <= y && y <= bottom && takes(placed, dragged)
  })
}

const status = document.createElement('div')
status.className = 'visually-hidden'
status.role = 'status'
document.body.append(status)
let over: HTMLElement | undefined

/** Marks the entry to whose place the dragged one would move. */
function markOver(source: PlacedSpot | undefined, target: PlacedSpot | undefined): void {
  over?.removeAttribute('data-over')
  over = target === source ? undefined : target?.element
  if (!over || !source) return
  const isAfter = (source.element.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  over.setAttribute('data-over', isAfter ? 'after' : 'before')
}

manager.monitor.addEventListener('dragstart', ({ operation }) => {
  const source = placedOf(operation.source)
  if (!source) return
  const { element, spot } = source
  // An arrow key moves the entry by one place.
  for (const sensor of manager.sensors)
    if (sensor instanceof KeyboardSensor) sensor.options = { ...sensor.options, offset: element.offsetHeight }
  status.textContent = t('{name} is being moved. Arrow keys choose its place, Space drops it, Escape cancels.', {
    name: spot.current.name,
  })
})

manager.monitor.addEventListener('dragover', ({ operation }) => {
  const target = placedOf(operation.target)
  markOver(placedOf(operation.source), target)
  if (over && target) status.textContent = t('At the place of {name}.', { name: target.spot.current.name })
})

manager.monitor.addEventListener('dragend', ({ operation, canceled, nativeEvent }) => {
  const source = placedOf(operation.source)
  markOver(undefined, undefined)
  status.textContent = ''
  if (!source || canceled) return
  const under = nativeEvent instanceof PointerEvent ? spotAt(nativeEvent, source) : undefined
  const target = under ?? placedOf(operation.target)
  if (!target || target === source) return
  keepFocus(source.element)
  target.spot.current.take(source.spot.current.id)
})

let focusKeeper: MutationObserver | undefined

/** Gives the focus back to what has it in an element. The browser takes it when the element changes its place. */
function keepFocus(element: HTMLElement): void {
  const focused = document.activeElement
  focusKeeper?.disconnect()
  if (!(focused instanceof HTMLElement) || !element.contains(focused) || !element.parentElement) return
  focusKeeper = new MutationObserver(() => {
    if (document.activeElement === document.body) focused.focus()
  })
  focusKeeper.observe(element.parentElement, { childList: true })
  document.addEventListener('focusin', ({ target }) => target === focused || focusKeeper?.disconnect(), { once: true })
}

// A finger that stays opens the menu of the entry, as the second button of a mouse does.
document.addEventListener('contextmenu', (event) => {
  if (!manager.dragOperation.status.idle) manager.actions.stop({ event, canceled: true })
})
