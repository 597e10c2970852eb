import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './menu.module.css'

/**
 * A button with an icon that opens a menu. The menu is mounted once the button is pointed at or focused, because every
 * message has such a button.
 */
export function MenuButton(props: {
  label: string
  icon: ReactNode
  children: ReactNode
  /** -1 in a row that is not the active one of its list. */
  tabIndex?: 0 | -1
}) {
  const { label, icon, children, tabIndex = 0 } = props
  const [open, setOpen] = useState(false)
  const [armed, setArmed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const arm = () => setArmed(true)
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={arm}
        onFocus={arm}
        onClick={() => {
          arm()
          setOpen(!open)
        }}
      >
        {icon}
      </IconButton>
      {armed && (
        <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
          <DropdownMenu.Trigger className={styles.anchor} tabIndex={-1} aria-hidden />
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              className={styles.menu}
              align="end"
              collisionPadding={8}
              aria-label={label}
              onInteractOutside={(event) => button.current?.contains(event.target as Node) && event.preventDefault()}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                button.current?.focus()
              }}
            >
              {children}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </>
  )
}
