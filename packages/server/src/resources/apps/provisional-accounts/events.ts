import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/** Merge of a provisional account into a full one. */
export interface MergeOperation {
  readonly id: Snowflake
  readonly applicationId: Snowflake
  /** Provisional account that became part of the other. */
  readonly sourceId: Snowflake
}

/** Sent to the sessions of both users of a merge: the person's own, and those of the game. */
export const userMergeOperationCompleted = eventType<MergeOperation>({
  key: 'account-merge.completed',
  name: 'USER_MERGE_OPERATION_COMPLETED',
  intents: () => 0,
  gameScope: () => 'identify',
  visibleTo: (viewer, { applicationId }) => viewer.kind === 'person' || viewer.applicationId === applicationId,
  present: ({ id, sourceId }) => ({ merge_operation_id: id.toString(), source_user_id: sourceId.toString() }),
})
