import type { ApplicationObject } from '@guildhall/protocol'

/** Properties of every section of the portal. */
export interface SectionProps {
  readonly application: ApplicationObject
}
