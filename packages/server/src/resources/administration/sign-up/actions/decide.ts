import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, type MailContent, queueMail, type Sender } from '../../../accounts/mails/index.ts'
import { logAction, type Operator } from '../../../accounts/operators/index.ts'
import { findRegistration, type Registration, removeRegistration } from '../../../accounts/registrations/index.ts'
import { activateRegistration } from './activate.ts'
import { mailConfirmationOf } from './confirm.ts'

/**
 * Approves a registration, also one whose address nobody has confirmed: the operator vouches for the person. Such an
 * address gets a link that confirms it.
 *
 * @throws ApiError UNKNOWN_USER for a registration that is not there, or was decided by another operator
 */
export async function approve(work: Work, operator: Operator, id: Snowflake, url: string): Promise<void> {
  const registration = await demandRegistration(work, id)
  const { email, isConfirmed } = registration
  const user = await activateRegistration(work, registration, isConfirmed || email === null)
  if (!user) throw new ApiError('UNKNOWN_USER')
  await logAction(work, operator, { action: 'approve', target: id })
  await tell(work, registration, (from) => letters.approved(from), url)
  await mailConfirmationOf(work, user, url)
}

/** Rejects a registration. @throws ApiError UNKNOWN_USER as `approve` */
export async function reject(
  work: Work,
  operator: Operator,
  { id, reason }: { id: Snowflake; reason: string | null },
  url: string,
): Promise<void> {
  const registration = await demandRegistration(work, id)
  if (!(await removeRegistration(work, id))) throw new ApiError('UNKNOWN_USER')
  await logAction(work, operator, { action: 'reject', target: registration.username, reason })
  await tell(work, registration, (from) => letters.rejected(from, registration.isConfirmed ? reason : null), url)
}

async function demandRegistration(work: Work, id: Snowflake): Promise<Registration> {
  const registration = await findRegistration(work, id)
  if (!registration) throw new ApiError('UNKNOWN_USER')
  return registration
}

/** Mails a decision to the address of a registration. */
async function tell(
  work: Work,
  { email }: Registration,
  letter: (from: Sender) => MailContent,
  url: string,
): Promise<void> {
  const settings = await settingsOf(work)
  if (email !== null && offersMail(work, settings)) await queueMail(work, email, letter({ name: settings.name, url }))
}
