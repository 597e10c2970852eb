import { invalidForm } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { mayHaveName } from '../rules.ts'
import { isNameTaken } from '../store.ts'

/** Checks that a user may take a name. @throws ApiError INVALID_FORM_BODY at `username` */
export async function demandFreeName(
  session: StoreSession,
  name: string,
  user: Pick<User, 'bot' | 'discriminator'>,
): Promise<void> {
  const verdict = mayHaveName(name, user)
  if (!verdict.ok) throw invalidForm(['username'], 'USERNAME_INVALID', verdict.reason)
  if (await isNameTaken(session, name, user.discriminator))
    throw invalidForm(['username'], 'USERNAME_ALREADY_TAKEN', 'Username is unavailable.')
}
