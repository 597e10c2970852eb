import { type ComponentProps, type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { DropdownMenu, loadMenus } from './dropdown-menu.ts'
import styles from './menu.module.css'

interface OpeningMenu {
  /** Entries of the menu. */
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  /** Distance from the button in pixels. */
  sideOffset?: number
}

/**
 * Returns what a button needs to open a menu, and the menu. The menu is mounted once the button is pointed at or
 * focused, because every message has such a button; its script is fetched then.
 */
function useMenu({ children, align = 'end', ...place }: OpeningMenu, anchorClass: string | undefined) {
  const [open, setOpen] = useState(false)
  const [armed, setArmed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const arm = () => {
    loadMenus()
    setArmed(true)
  }
  const trigger: ComponentProps<'button'> = {
    ref: button,
    id: `${id}button`,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: arm,
    onFocus: arm,
    onClick: () => {
      arm()
      setOpen(!open)
    },
  }
  const popup = armed && (
    <Suspense>
      <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
        <DropdownMenu.Trigger className={anchorClass} tabIndex={-1} aria-hidden />
        {/* Behind a modal dialog nothing can be pressed, so its menus are inside. */}
        <DropdownMenu.Portal container={button.current?.closest('dialog') ?? null}>
          <DropdownMenu.Content
            className={styles.menu}
            align={align}
            {...place}
            collisionPadding={8}
            aria-labelledby={trigger.id}
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
    </Suspense>
  )
  return { open, trigger, popup, setOpen }
}

/** A button with an icon that opens a menu at the end of what the button is in. */
export function MenuButton(props: { label: string; icon: ReactNode; children: ReactNode }) {
  const { label, icon, children } = props
  const { open, trigger, popup } = useMenu({ children }, styles.anchor)
  return (
    <>
      <IconButton label={label} data-state={open ? 'open' : 'closed'} {...trigger}>
        {icon}
      </IconButton>
      {popup}
    </>
  )
}

/** A menu beside its button, which also Arrow Down opens. `button` returns the button with the given attributes. */
export function MenuBeside(
  props: OpeningMenu & { button: (trigger: ComponentProps<'button'>) => ReactNode; className?: string | undefined },
) {
  const { button, className = '', ...rest } = props
  const { trigger, popup, setOpen } = useMenu(rest, styles.over)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <span className={`${styles.beside} ${className}`}>
      {button({ ...trigger, onKeyDown })}
      {popup}
    </span>
  )
}
