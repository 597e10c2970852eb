import { PASSWORD_MAX, PASSWORD_MIN } from '@guildhall/protocol'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/field.tsx'

/** A field for a password that a person chooses. */
export function PasswordField(props: { label: string } & ComponentProps<typeof TextField>) {
  const limits = { minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX }
  return <TextField type="password" autoComplete="new-password" required {...limits} {...props} />
}
