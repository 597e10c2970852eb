import type { Operation } from '../../../../kernel/operation.ts'
import { acknowledgeApplicationDisclosures } from './acknowledge-application-disclosures.ts'
import { listApplicationDisclosures } from './list-application-disclosures.ts'

/** Operations on disclosures of applications. */
export const disclosureOperations: readonly Operation[] = [
  acknowledgeApplicationDisclosures,
  listApplicationDisclosures,
]
