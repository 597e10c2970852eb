import { personalStore } from '../../lib/personal-store.ts'

/** A message that a log scrolls to, once. */
interface Jump {
  readonly channelId: string
  readonly messageId: string
}

/** The jump that no log has made yet. */
export const pendingJump = personalStore<{ jump: Jump | null }>({ jump: null })

/** Asks the log of a channel to scroll to a message, also one that is opened next. */
export function requestJump(channelId: string, messageId: string): void {
  pendingJump.setState({ jump: { channelId, messageId } })
}

/** Notes that a jump was made, or that its message cannot be shown. */
export function jumpDone(): void {
  pendingJump.setState({ jump: null })
}
