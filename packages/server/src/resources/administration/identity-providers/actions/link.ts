import { invalidForm } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { listPasskeys } from '../../../accounts/second-factors/index.ts'
import { findPassword } from '../../../accounts/users/index.ts'
import { findIdentity, listIdentities } from '../store.ts'
import { type Exchange, exchangeCode } from './finish.ts'
import { removeIdentities, saveIdentity } from './save.ts'

/**
 * Links the account at a provider, with which a person has just signed in there, to the person.
 *
 * @throws ApiError INVALID_FORM_BODY at `code`, also for an account that another person has
 */
export async function linkProvider(work: Work, user: User, exchange: Pick<Exchange, 'code' | 'cookie'>): Promise<void> {
  const { provider, claims } = await exchangeCode(work, exchange)
  const known = await work.lock(`provider.${claims.issuer} ${claims.subject}`, () => findIdentity(work, claims))
  if (known && known.user_id !== user.id)
    throw invalidForm(['code'], 'ACCOUNT_EXISTS', 'Another person here has this account of the provider.')
  if (!known) await saveIdentity(work, { userId: user.id, provider: provider.id, claims, role: null })
}

/**
 * Unlinks a person from a provider.
 *
 * @throws ApiError INVALID_FORM_BODY at `provider_id` for the only way in that the person has
 */
export async function unlinkProvider(work: Work, user: User, provider: string): Promise<void> {
  const { passwords } = await settingsOf(work)
  const others = (await listIdentities(work, user.id)).filter((identity) => identity.provider !== provider)
  const hasPassword = passwords && (await findPassword(work, user.id)) !== undefined
  if (others.length === 0 && !hasPassword && (await listPasskeys(work, user.id)).length === 0)
    throw invalidForm(
      ['provider_id'],
      'LAST_WAY_IN',
      'You could not sign in any more. Set a password or add a passkey first.',
    )
  await removeIdentities(work, user.id, provider)
}
