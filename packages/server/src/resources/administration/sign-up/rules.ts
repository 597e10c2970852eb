import { allow, type Instant, refuse, type Verdict } from '@guildhall/protocol'
import { domainOf, isWithin } from '../../accounts/blocks/model.ts'
import type { InstanceSettings } from '../../accounts/instance-settings/model.ts'
import type { RegistrationInvite } from './model.ts'

/** Registrations of one address in an hour and in a day. */
const PER_ADDRESS_HOUR = 5
const PER_ADDRESS_DAY = 20

/** Counts of former registrations. */
export interface RegistrationCounts {
  readonly addressHour: number
  readonly addressDay: number
  readonly allHour: number
}

/** Whether one more registration is within the limits. */
export function mayRegisterNow(counts: RegistrationCounts, { registrations_per_hour }: InstanceSettings): Verdict {
  const { addressHour, addressDay, allHour } = counts
  const isOver = addressHour >= PER_ADDRESS_HOUR || addressDay >= PER_ADDRESS_DAY || allHour >= registrations_per_hour
  return isOver ? refuse('RATE_LIMITED', 'there were too many registrations') : allow
}

/** Whether an operator's invite lets one more person register. */
export function mayUseInvite(
  invite: RegistrationInvite,
  { email, now }: { email: string | null; now: Instant },
): Verdict {
  if (invite.used >= invite.uses || (invite.expires_at !== null && invite.expires_at <= now))
    return refuse('INVALID_FORM_BODY', 'This invite is not valid any more.')
  if (invite.email !== null && invite.email !== email?.toLowerCase())
    return refuse('INVALID_FORM_BODY', 'This invite is for another address.')
  return allow
}

/** Whether addresses of a domain may register: of those that the operator names, or of all where none is named. */
export function mayUseDomain(email: string, domains: readonly string[]): Verdict {
  const domain = domainOf(email)
  if (domains.length === 0 || domains.some((allowed) => isWithin(domain, allowed.toLowerCase()))) return allow
  return refuse('INVALID_FORM_BODY', 'Addresses of this domain may not register here.')
}
