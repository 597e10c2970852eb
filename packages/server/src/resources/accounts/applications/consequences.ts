import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { Application } from '../../../kernel/model.ts'

/** An application is about to be deleted. */
export const applicationDeleting = consequence<Application>('deleting application')

/** Players of an application. */
export interface Players {
  readonly application: Application
  /** Accounts that the application created for its players. */
  readonly provisionalUserIds: readonly Snowflake[]
}

/** The players of an application are about to be deleted: it ends, or it becomes the child of a publisher. [AUT-24] */
export const playersDeleting = consequence<Players>('deleting players')
