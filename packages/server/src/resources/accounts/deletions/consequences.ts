import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { User } from '../../../kernel/model.ts'
import type { MessagesChoice } from './model.ts'

/** Somebody asks for the deletion of an account, or its time has come. A follower may refuse. */
export const accountDeleting = consequence<User>('deleting account')

/**
 * A step of the removal of everything about a deleted account. Followers remove some of their rows, until `left` is 0
 * or less; the step is repeated in other units of work until rows are left for nobody.
 */
export interface AccountPurge {
  readonly user: User
  readonly messages: MessagesChoice
  /** Rows that the step may still remove. */
  left: number
  /** Messages that were removed, for those who follow the job. */
  removedMessages: number
  /** Ids up to which followers have read tables that are not ordered by account, by table. */
  readonly cursors: Record<string, Snowflake>
}

/** An account was deleted, and its rows are removed step by step. */
export const accountPurging = consequence<AccountPurge>('purging account')
