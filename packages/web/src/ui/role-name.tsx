import type { RoleColorsObject } from '@guildhall/protocol'
import type { ReactNode } from 'react'
import { colourVariables } from '../lib/role-colours.ts'
import styles from './role-name.module.css'

/** A name in the colours of a role; in the colour of the text around it without any. */
export function RoleName({ colours, children }: { colours: RoleColorsObject | null; children: ReactNode }) {
  if (!colours) return <>{children}</>
  const look = colours.secondary_color === null ? styles.coloured : styles.gradient
  return (
    <span className={look} style={colourVariables(colours)}>
      {children}
    </span>
  )
}
