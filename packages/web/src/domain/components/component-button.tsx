import { type ButtonObject, ComponentType } from '@guildhall/protocol'
import { ExternalLink, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ComponentEmoji } from '../emoji/component-emoji.tsx'
import styles from './component-button.module.css'
import { useComponent, useComponentPlace } from './use-component.ts'
import { buttonView } from './view.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

/** A button of a message, in one of the styles of the platform. */
export function ComponentButton({ button }: { button: ButtonObject }) {
  const view = buttonView(button)
  if (view.kind === 'link') return <LinkButton button={button} href={view.href} />
  if (view.kind === 'premium') return <PremiumButton disabled={button.disabled ?? false} />
  return <PressButton button={button} customId={view.customId} look={view.look} />
}

function PressButton(props: {
  button: ButtonObject
  customId: string
  look: 'primary' | 'plain' | 'success' | 'danger'
}) {
  const { button, customId, look } = props
  const { busy, use } = useComponent(ComponentType.BUTTON, customId)
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[look]}`}
      disabled={button.disabled}
      // A button that waits keeps the focus, unlike one that is disabled.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => use()}
    >
      <Label button={button} />
    </button>
  )
}

function Label({ button: { emoji, label } }: { button: ButtonObject }) {
  return (
    <>
      {emoji && <ComponentEmoji emoji={emoji} decorative={Boolean(label)} />}
      {label && <span className={styles.label}>{label}</span>}
    </>
  )
}

function LinkButton({ button, href }: { button: ButtonObject; href: string | null }) {
  const classes = `${styles.button} ${styles.plain}`
  if (href === null || button.disabled) {
    return (
      <button type="button" className={classes} disabled title={href === null ? button.url : undefined}>
        <Label button={button} />
      </button>
    )
  }
  return (
    <a className={classes} href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      <Label button={button} />
      <ExternalLink {...ICON} />
    </a>
  )
}

/** A button that offers a purchase. The platform has no payments, and says what does instead. */
function PremiumButton({ disabled }: { disabled: boolean }) {
  const { message } = useComponentPlace()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.button} ${styles.plain}`}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <Sparkles {...ICON} />
        <span className={styles.label}>{t('Upgrade')}</span>
      </button>
      {open && (
        <Dialog
          title={t('Upgrade {username}', { username: message.author.username })}
          description={t(
            'Nothing is sold on this platform. The owner of the application can give you a test entitlement in the developer portal.',
          )}
          onClose={() => setOpen(false)}
        >
          <DialogActions>
            <Button look="primary" autoFocus onClick={() => setOpen(false)}>
              {t('OK')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
