import { displayName } from '@guildhall/client/questions'
import type { ChannelObject, UserObject } from '@guildhall/protocol'
import { X } from 'lucide-react'
import { useRef } from 'react'
import styles from '../../domain/members/group-members.module.css'
import members from '../../domain/members/member-list.module.css'
import { showProfile } from '../../domain/people/open-profile.ts'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { useClient, useClientState, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useRoving } from '../../ui/use-roving.ts'
import { useSave } from '../../ui/use-save.ts'

/** The people of a group. Its owner removes others. */
export default function GroupMembers({ channel }: { channel: ChannelObject }) {
  const people = useShallowState(({ self }) => [
    ...(self ? [self] : []),
    ...(channel.recipients ?? []).filter(({ id }) => id !== self?.id),
  ])
  const sorted = people.toSorted((one, other) => displayName(one).localeCompare(displayName(other)))
  const list = useRef<HTMLUListElement>(null)
  const ids = sorted.map(({ id }) => id)
  const { activeId, listProps } = useRoving(list, { ids, attribute: 'data-member', start: 'first' })
  return (
    <aside className={members.panel} aria-label={t('Members')}>
      <h3 className={styles.heading}>{t('Members — {count}', { count: people.length })}</h3>
      <ul ref={list} className={styles.people} aria-label={t('Members')} {...listProps}>
        {sorted.map((user) => (
          <Person key={user.id} user={user} channel={channel} tabIndex={user.id === activeId ? 0 : -1} />
        ))}
      </ul>
    </aside>
  )
}

function Person({ user, channel, tabIndex }: { user: UserObject; channel: ChannelObject; tabIndex: 0 | -1 }) {
  const client = useClient()
  const saving = useSave()
  const { userId } = client.account
  const status = useClientState(({ presences }) => presences.get(user.id)?.status ?? 'offline')
  const owns = channel.owner_id === userId
  return (
    <li className={styles.person} data-member={user.id}>
      <button
        type="button"
        tabIndex={tabIndex}
        className={members.member}
        onClick={() => showProfile(user.id)}
        onContextMenu={(event) => openUserMenu(event, user.id)}
      >
        <Avatar user={user} size={32} status={user.id === userId ? undefined : status} />
        <span className={members.names}>
          <span className={members.name}>{displayName(user)}</span>
          {channel.owner_id === user.id && <span className={members.activity}>{t('Owner')}</span>}
        </span>
      </button>
      {owns && user.id !== userId && (
        <IconButton
          label={t('Remove {username}', { username: user.username })}
          tabIndex={tabIndex}
          onClick={() =>
            void saving.run(() =>
              client.api.call('delete_group_dm_user', { params: { channel_id: channel.id, user_id: user.id } }),
            )
          }
        >
          <X size={16} aria-hidden />
        </IconButton>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </li>
  )
}
