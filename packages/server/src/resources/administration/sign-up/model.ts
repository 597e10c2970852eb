import type { RegistrationInviteTable } from '../../../kernel/store/account-tables.ts'
import type { InstanceSettings } from '../../accounts/instance-settings/model.ts'

/** An operator's invite to register. */
export type RegistrationInvite = RegistrationInviteTable

/** Returns whether registrations need an address of mail. A platform that sends no mail asks for none. */
export function emailMode(settings: InstanceSettings, offersMail: boolean): InstanceSettings['registration_email'] {
  return offersMail ? settings.registration_email : 'none'
}

/** Whether registrations without an operator's invite prove work. */
export function asksForWork({ registration, registration_challenge }: InstanceSettings): boolean {
  return registration_challenge && (registration === 'approval' || registration === 'open')
}

/** Returns the address at which an invite lets people register. */
export function inviteUrl(platform: string, code: string): string {
  return `${platform}/register/${code}`
}
