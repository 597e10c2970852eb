import { allow, type Instant, refuse, type Verdict } from '@guildhall/protocol'
import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'
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

/** Returns the domain of an address of mail, in lower case. */
function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Whether a domain is another one, or below it. */
function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`)
}

/** Whether addresses of a domain may register: of those that the operator names, or of all where none is named. */
export function mayUseDomain(email: string, domains: readonly string[]): Verdict {
  const domain = domainOf(email)
  if (domains.length === 0 || domains.some((allowed) => isWithin(domain, allowed.toLowerCase()))) return allow
  return refuse('INVALID_FORM_BODY', 'Addresses of this domain may not register here.')
}

/** Whether an address of mail or a network is blocked. A domain includes those below it. */
export function isBlocked(
  blocks: readonly Pick<RegistrationBlockTable, 'kind' | 'value'>[],
  { email, address }: { email: string | null; address: string },
): boolean {
  const domain = email === null ? null : domainOf(email)
  return blocks.some(({ kind, value }) => {
    if (kind === 'mail_domain') return domain !== null && isWithin(domain, value)
    return isInNetwork(address, value)
  })
}

/** Whether an address, as limits count it, is in a network such as `203.0.113.0/24` or `2001:db8::/32`. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = '', bits] = network.split('/')
  const [one, other] = [bytesOf(address.replace(/\/64$/, '')), bytesOf(base)]
  if (!one || !other || one.length !== other.length) return false
  const length = bits === undefined ? other.length * 8 : Number(bits)
  // An IPv6 address is known by its first 64 bits.
  const compared = Math.min(length, one.length === 16 ? 64 : 32)
  for (let bit = 0; bit < compared; bit += 1) {
    const mask = 128 >> (bit & 7)
    if (((one[bit >> 3] ?? 0) & mask) !== ((other[bit >> 3] ?? 0) & mask)) return false
  }
  return true
}

/** Returns the bytes of an IP address; null for another text. */
function bytesOf(address: string): number[] | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const bytes = address.split('.').map(Number)
    return bytes.every((byte) => byte <= 255) ? bytes : null
  }
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const [head = '', tail, more] = address.split('::')
  if (more !== undefined) return null
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [front, back] = [groups(head), groups(tail)]
  const gap = 8 - front.length - back.length
  if (tail === undefined ? gap !== 0 : gap < 1) return null
  const all = [...front, ...Array<string>(tail === undefined ? 0 : gap).fill('0'), ...back]
  if (all.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
}

/** Whether a text names a network or an address. */
export function isNetwork(text: string): boolean {
  const [base = '', bits, more] = text.split('/')
  const bytes = bytesOf(base)
  if (!bytes || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bytes.length * 8)
}
