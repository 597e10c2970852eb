import { Slot } from 'radix-ui'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { later } from '../lib/later.ts'

const panel = later(() => import('./picker-panel.tsx'))
const PickerPanel = panel.component(({ PickerPanel }) => PickerPanel)

/**
 * A button that opens a panel to pick from. Every message has one, so that a closed panel costs no more than its
 * button. The script of the panel is fetched once the button is pointed at or focused.
 */
export function PickerButton(props: {
  /** Name of the panel. */
  label: string
  button: ReactNode
  /** Returns the content of the open panel. */
  content: (close: () => void) => ReactNode
  /** Called when the person comes near: fetches what the content needs. */
  onNear: () => void
  /** Takes the focus when the panel closes, in place of the button. */
  onDone?: (() => void) | undefined
}) {
  const { label, content, onNear, onDone } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const near = () => {
    panel.load()
    onNear()
  }
  return (
    <>
      <Slot.Root
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpen(!open)}
      >
        {props.button}
      </Slot.Root>
      <Suspense>
        {open && (
          <PickerPanel label={label} button={button} setOpen={setOpen} onDone={onDone}>
            {content(() => setOpen(false))}
          </PickerPanel>
        )}
      </Suspense>
    </>
  )
}
