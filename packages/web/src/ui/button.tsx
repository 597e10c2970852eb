import type { ComponentProps } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one main action of a place, `quiet` has no border. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'success'
  size?: 'small' | 'medium'
  /** Shows progress and ignores presses. */
  busy?: boolean
}

/** A button of the app. */
export function Button({ look = 'plain', size = 'medium', busy, className, type, onClick, ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], styles[size], busy ? styles.busy : '', className ?? '']
  // Not `disabled`, which would take the focus away. A form is not submitted either, also by Enter.
  const press: ButtonProps['onClick'] = (event) => (busy ? event.preventDefault() : onClick?.(event))
  return <button type={type ?? 'button'} aria-busy={busy} {...rest} onClick={press} className={classes.join(' ')} />
}

/** A button with an icon only. Its `label` is its name and tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={`${styles.icon} ${className ?? ''}`} />
  )
}
