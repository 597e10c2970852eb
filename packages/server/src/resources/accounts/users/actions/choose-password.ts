import { invalidForm } from '@guildhall/protocol'
import type { PasswordClient, Passwords } from '../../../../kernel/passwords.ts'
import { isCommonPassword } from '../common-passwords.ts'

/**
 * Returns the hash of a password that a person chooses. The schema checks the length.
 *
 * @param field name of the password in the body
 * @throws ApiError INVALID_FORM_BODY at the field for a common password; OVERLOADED if too many wait
 */
export async function hashChosenPassword(
  passwords: Passwords,
  { password, field }: { password: string; field: string },
  client: PasswordClient,
): Promise<string> {
  if (await isCommonPassword(password))
    throw invalidForm([field], 'PASSWORD_TOO_COMMON', 'This password is one of the most common ones. Choose another.')
  return passwords.hash(password, client)
}
