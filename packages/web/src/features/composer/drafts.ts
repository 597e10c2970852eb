/** Text that a person has written but not sent, by channel. It survives a reload. */
const STORED = 'guildhall.drafts.'
/** Drafts longer than this are kept in memory only. */
const STORED_MAX = 20_000

const key = (userId: string, channelId: string) => `${STORED}${userId}.${channelId}`

/** Returns the draft of a channel. */
export function draftOf(userId: string, channelId: string): string {
  return localStorage.getItem(key(userId, channelId)) ?? ''
}

/** Stores the draft of a channel; an empty one is removed. */
export function saveDraft(userId: string, channelId: string, text: string): void {
  if (text === '') localStorage.removeItem(key(userId, channelId))
  else if (text.length <= STORED_MAX) localStorage.setItem(key(userId, channelId), text)
}
