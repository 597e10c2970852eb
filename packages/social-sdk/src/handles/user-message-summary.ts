import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'

/** Values that a UserMessageSummary shows. */
export interface UserMessageSummaryView {
  readonly lastMessageId: bigint
  readonly userId: bigint
}

const userMessageSummaryFields = handle<UserMessageSummaryView>({
  lastMessageId: 0n,
  userId: 0n,
})

/** The newest message of the direct messages with a user. */
export class UserMessageSummary extends Handle<UserMessageSummaryView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: UserMessageSummary = nullOf(UserMessageSummary)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: UserMessageSummary) {
    super(userMessageSummaryFields, other)
  }

  /** Returns the id of the newest message. */
  LastMessageId(): bigint {
    return userMessageSummaryFields.view(this).lastMessageId
  }

  /** Returns the id of the other user. */
  UserId(): bigint {
    return userMessageSummaryFields.view(this).userId
  }
}
