import { type ChannelObject, Permission } from '@guildhall/protocol'

/** Entries that the menu of a thread offers. */
export interface ThreadActions {
  readonly join: boolean
  readonly leave: boolean
  readonly edit: boolean
  readonly archive: boolean
  readonly reopen: boolean
  readonly lock: boolean
  readonly unlock: boolean
  readonly delete: boolean
}

/** Returns what a person can do with a thread. The server decides again. */
export function threadActions(
  thread: Pick<ChannelObject, 'owner_id' | 'thread_metadata' | 'member'>,
  { userId, permissions }: { userId: string; permissions: bigint },
): ThreadActions {
  const { archived = false, locked = false } = thread.thread_metadata ?? {}
  const manages = (permissions & Permission.MANAGE_THREADS) !== 0n
  const owns = manages || (thread.owner_id === userId && !locked)
  const writes = (permissions & Permission.SEND_MESSAGES) !== 0n
  const joined = thread.member !== undefined
  return {
    join: !joined && !archived,
    leave: joined && !archived,
    edit: owns && !archived,
    archive: owns && !archived,
    reopen: archived && (manages || (writes && !locked)),
    lock: manages && !locked,
    unlock: manages && locked,
    delete: manages,
  }
}
