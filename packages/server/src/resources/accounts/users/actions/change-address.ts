import { invalidForm } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { offersMail, settingsOf } from '../../instance-settings/index.ts'
import { letters, queueMail } from '../../mails/index.ts'
import { createLink } from '../../one-time-links/index.ts'
import { findAddressHolder } from '../store.ts'

/**
 * Mails a link to the address that a person wants. The address takes effect when the link is opened; the former one
 * gets a notice. The response says nothing about who has the address already.
 *
 * @param url address of the platform as people reach it
 * @throws ApiError INVALID_FORM_BODY at `email` where the platform sends no mail
 */
export async function requestAddress(work: Work, user: User, address: string, url: string): Promise<void> {
  const settings = await settingsOf(work)
  if (!offersMail(work, settings))
    throw invalidForm(
      ['email'],
      'EMAIL_NOT_OFFERED',
      'This platform sends no mail, so that no address can be confirmed.',
    )
  if (user.verified && user.email?.toLowerCase() === address.toLowerCase()) return
  const from = { name: settings.name, url }
  const link = await createLink(work, user.id, { kind: 'change', address })
  const isTaken = (await findAddressHolder(work, address)) !== undefined
  await queueMail(work, address, isTaken ? letters.known(from) : letters.verify(from, link.token))
  if (user.email !== null && user.verified) await queueMail(work, user.email, letters.addressChanges(from))
}
