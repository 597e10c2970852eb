import { personalStore } from '../../lib/personal-store.ts'

/** A user whose profile is open, with the guild that it was opened in. */
export interface OpenProfile {
  readonly userId: string
  readonly guildId?: string | undefined
}

/** The profile that is open; null for none. */
export const openProfile = personalStore<{ profile: OpenProfile | null }>({ profile: null })

/** Opens the profile of a user. */
export function showProfile(userId: string, guildId?: string): void {
  openProfile.setState({ profile: { userId, guildId } })
}

/** Closes the profile. */
export function closeProfile(): void {
  openProfile.setState({ profile: null })
}
