import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react-dom'
import { useLayoutEffect } from 'react'
import type { Choice } from './choices.ts'
import styles from './option-list.module.css'
import { Options, type OptionsProps } from './options.tsx'

interface OptionListProps<C extends Choice> extends OptionsProps<C> {
  /** Control that the list belongs to. */
  anchor: HTMLElement | null
  placement?: 'bottom-start' | 'top-start'
  /** Text below the options, such as a fault. */
  note?: string | null | undefined
}

/**
 * A list of options that floats beside a control. The focus stays in the control. The list is in the browser's top
 * layer, so that neither a dialog nor a scrolling area hides it.
 */
export function OptionList<C extends Choice>(props: OptionListProps<C>) {
  const { anchor, placement = 'bottom-start', note } = props
  const { refs, floatingStyles } = useFloating({
    strategy: 'fixed',
    placement,
    transform: false,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: 8 }),
      size({
        padding: 8,
        apply({ availableHeight, rects, elements }) {
          Object.assign(elements.floating.style, {
            maxHeight: `${Math.max(120, Math.min(availableHeight, 360))}px`,
            width: `${Math.max(rects.reference.width, Math.min(280, innerWidth - 16))}px`,
          })
        },
      }),
    ],
  })
  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
  }, [refs])
  return (
    <div ref={refs.setFloating} popover="manual" className={styles.popup} style={floatingStyles}>
      <Options {...props} />
      {note && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
    </div>
  )
}
