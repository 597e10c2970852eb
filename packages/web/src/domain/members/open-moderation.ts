import { personalStore } from '../../lib/personal-store.ts'

/** A member who is being managed. */
export interface ManagedMember {
  readonly guildId: string
  readonly userId: string
}

/** The member whose dialog is open; null for none. */
export const managedMember = personalStore<{ member: ManagedMember | null }>({ member: null })

/** Opens the dialog that manages a member. */
export function manageMember(guildId: string, userId: string): void {
  managedMember.setState({ member: { guildId, userId } })
}

/** Closes the dialog. */
export function closeManagedMember(): void {
  managedMember.setState({ member: null })
}
