import { useClientState } from '../../gateway/react.tsx'

/** Returns the name of a user as dialogs of a call show it. */
export function useName(userId: string): string {
  return useClientState(({ users }) => {
    const user = users.get(userId)
    return user?.global_name ?? user?.username ?? userId
  })
}
