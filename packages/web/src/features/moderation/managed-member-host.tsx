import { Suspense } from 'react'
import { useStore } from 'zustand'
import { managedMember } from '../../domain/members/open-moderation.ts'
import { lazy } from '../../ui/lazy.tsx'

const MemberDialog = lazy(async () => ({ default: (await import('./member-dialog.tsx')).MemberDialog }))

/** Shows the dialog of the member who is being managed. */
export function ManagedMemberHost() {
  const member = useStore(managedMember, (state) => state.member)
  return <Suspense>{member && <MemberDialog key={member.userId} {...member} />}</Suspense>
}
