import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'
import { isInNetwork } from './networks.ts'

/** Returns the domain of an address of mail, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Whether a domain is another one, or below it. */
export function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`)
}

/** Whether an address of mail or a network is blocked. A domain includes those below it. */
export function isBlocked(
  blocks: readonly Pick<RegistrationBlockTable, 'kind' | 'value'>[],
  { email, address }: { email: string | null; address: string },
): boolean {
  const domain = email === null ? null : domainOf(email)
  return blocks.some(({ kind, value }) => {
    if (kind === 'mail_domain') return domain !== null && isWithin(domain, value)
    return kind === 'network' && isInNetwork(address, value)
  })
}
