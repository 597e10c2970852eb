import type { AccountDeletionTable } from '../../../kernel/store/lifecycle-tables.ts'

/** Deletion of an account, planned or done. */
export type AccountDeletion = AccountDeletionTable

/** Fate of the messages of a deleted account. */
export type MessagesChoice = AccountDeletion['messages']
export const MESSAGES_CHOICES = ['keep', 'delete'] as const satisfies readonly MessagesChoice[]
