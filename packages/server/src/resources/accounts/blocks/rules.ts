import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'
import { domainOf, isWithin } from './model.ts'
import { isInNetwork } from './networks.ts'

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
