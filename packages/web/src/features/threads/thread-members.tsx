import { displayName } from '@guildhall/client/questions'
import { type ChannelObject, Permission, THREAD_MEMBERS_PAGE_MAX, type ThreadMemberObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import group from '../../domain/members/group-members.module.css'
import members from '../../domain/members/member-list.module.css'
import { showProfile } from '../../domain/people/open-profile.ts'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useRoving } from '../../ui/use-roving.ts'
import { useSave } from '../../ui/use-save.ts'
import { AddThreadMember } from './add-thread-member.tsx'

/** The members of a thread. Moderators remove others. */
export default function ThreadMembers({ thread, permissions }: { thread: ChannelObject; permissions: bigint }) {
  const client = useClient()
  const [adding, setAdding] = useState(false)
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    // Events change the number of members, so that the list is read again.
    queryKey: ['thread-members', thread.id, thread.member_count],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after }) =>
      client.api.call('list_thread_members', {
        params: { channel_id: thread.id },
        query: { with_member: true, limit: THREAD_MEMBERS_PAGE_MAX, ...(after && { after }) },
      }),
    getNextPageParam: (page) => (page.length < THREAD_MEMBERS_PAGE_MAX ? undefined : page.at(-1)?.user_id),
  })
  const present = data?.pages.flat() ?? []
  const list = useRef<HTMLUListElement>(null)
  const ids = present.flatMap(({ user_id }) => user_id ?? [])
  const { listProps } = useRoving(list, { ids, attribute: 'data-member', start: 'first' })
  const archived = thread.thread_metadata?.archived ?? false
  return (
    <aside className={members.panel} aria-label={t('Members')}>
      <h3 className={group.heading}>{t('Members — {count}', { count: thread.member_count ?? present.length })}</h3>
      {!archived && (permissions & Permission.SEND_MESSAGES) !== 0n && (
        <Button size="small" look="quiet" onClick={() => setAdding(true)}>
          <UserPlus size={16} aria-hidden />
          {t('Add a member')}
        </Button>
      )}
      {error && (
        <>
          <ErrorText>{messageOf(error)}</ErrorText>
          <Button size="small" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </>
      )}
      <ul ref={list} className={group.people} aria-label={t('Members')} {...listProps}>
        {present.map((member) => (
          <Person
            key={member.user_id}
            member={member}
            thread={thread}
            removable={!archived && (permissions & Permission.MANAGE_THREADS) !== 0n}
            onRemoved={() => void refetch()}
          />
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Show more')}</Button>}
      {adding && (
        <AddThreadMember
          thread={thread}
          onClose={() => {
            setAdding(false)
            void refetch()
          }}
        />
      )}
    </aside>
  )
}

function Person(props: {
  member: ThreadMemberObject
  thread: ChannelObject
  removable: boolean
  onRemoved: () => void
}) {
  const { member, thread, removable, onRemoved } = props
  const client = useClient()
  const saving = useSave()
  const user = useClientState(({ users }) => users.get(member.user_id ?? '') ?? member.member?.user)
  if (!user) return null
  const remove = () => client.api.call('delete_thread_member', { params: { channel_id: thread.id, user_id: user.id } })
  return (
    <li className={group.person} data-member={user.id}>
      <button
        type="button"
        className={members.member}
        onClick={() => showProfile(user.id, thread.guild_id)}
        onContextMenu={(event) => openUserMenu(event, user.id, thread.guild_id)}
      >
        <Avatar user={user} size={32} />
        <span className={members.name}>{displayName(user, member.member)}</span>
      </button>
      {removable && user.id !== client.account.userId && (
        <IconButton
          label={t('Remove {username}', { username: user.username })}
          onClick={() => void saving.run(remove).then((done) => done && onRemoved())}
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </li>
  )
}
