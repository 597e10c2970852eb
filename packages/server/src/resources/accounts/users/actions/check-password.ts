import { invalidForm, type Snowflake } from '@guildhall/protocol'
import type { PasswordClient } from '../../../../kernel/passwords.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import * as store from '../store.ts'

/**
 * Checks the password of a person who is signed in. Returns its stored hash, which may be another one when the request
 * writes. A person whom a provider or a passkey signs in may have none: their session stands for it.
 *
 * @throws ApiError INVALID_FORM_BODY at `password`; OVERLOADED if too many wait
 */
export async function demandPassword(
  { units, passwords }: Pick<Platform, 'units' | 'passwords'>,
  userId: Snowflake,
  { password, client }: { password: string; client: PasswordClient },
): Promise<string | undefined> {
  const stored = await units.read(SYSTEM_ACTOR, (work) => store.findPassword(work, userId))
  if (stored === undefined) return stored
  if (!(await passwords.fits(password, stored, client)))
    throw invalidForm(['password'], 'PASSWORD_DOES_NOT_MATCH', 'Password does not match.')
  return stored
}
