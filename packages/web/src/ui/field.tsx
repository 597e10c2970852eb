import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface FieldParts {
  label: string
  /** Fault of the value. */
  error?: string | undefined
  hint?: ReactNode
}

interface ControlProps {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

/** A labelled control with its hint and error. `children` receives what ties the control to them. */
export function Field({
  label,
  error,
  hint,
  children,
}: FieldParts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** A labelled text field. */
export function TextField({ label, error, hint, className, ...rest }: FieldParts & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <input type="text" {...rest} {...control} className={`${styles.input} ${className ?? ''}`} />}
    </Field>
  )
}

/** A labelled text field of several lines. */
export function TextArea({ label, error, hint, className, ...rest }: FieldParts & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <textarea rows={3} {...rest} {...control} className={`${styles.input} ${styles.area} ${className ?? ''}`} />
      )}
    </Field>
  )
}

/** A labelled choice of one value. */
export function SelectField({ label, error, hint, className, ...rest }: FieldParts & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <select {...rest} {...control} className={`${styles.input} ${className ?? ''}`} />}
    </Field>
  )
}

/** A labelled switch, on or off. */
export function SwitchField({ label, hint, ...rest }: { label: string; hint?: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={styles.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its checked state */}
      <input id={id} type="checkbox" role="switch" aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <div>
        <label htmlFor={id} className={styles.switchLabel}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** Text about a failure that is read out at once. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      {children}
    </p>
  )
}

/** Text about a success that is read out when there is a pause. */
export function StatusText({ children }: { children: ReactNode }) {
  return (
    <p className={styles.status} role="status">
      {children}
    </p>
  )
}
