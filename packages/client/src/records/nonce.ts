import { compareIds, newNonce } from './ids.ts'
import type { ClientState } from './state.ts'

/** Returns a nonce that sorts after every loaded message, also if the platform's date is ahead of this device's. */
export function nonceAfterLast({ messages }: Pick<ClientState, 'messages'>, channelId: string): string {
  const nonce = newNonce()
  const last = messages.get(channelId)?.items.at(-1)?.id
  return last && compareIds(last, nonce) >= 0 ? (BigInt(last) + 1n).toString() : nonce
}
