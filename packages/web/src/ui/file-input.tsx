import type { ComponentProps } from 'react'
import styles from './file-input.module.css'

/** A field for files: the browser's own, in the look of the app. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="file" className={`${styles.file} ${className ?? ''}`} />
}
