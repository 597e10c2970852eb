import { displayName } from '@guildhall/client/questions'
import { Ellipsis } from 'lucide-react'
import { mayManage } from '../../domain/members/may-manage.ts'
import { manageMember } from '../../domain/members/open-moderation.ts'
import { closeProfile, type OpenProfile } from '../../domain/people/open-profile.ts'
import { report } from '../../domain/people/open-report.ts'
import { ProfileActions } from '../../domain/people/profile-actions.tsx'
import { ActivityCard } from '../../domain/presence/activity-card.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { MenuButton } from '../../ui/menu-button.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { ProfileApps } from './profile-apps.tsx'
import { ProfileDetails } from './profile-details.tsx'
import styles from './profile-dialog.module.css'

/** The profile of a user: names, roles, activities, and what the person can do with the user. */
export function ProfileDialog({ profile: { userId, guildId } }: { profile: OpenProfile }) {
  const user = useClientState(({ users }) => users.get(userId))
  const guild = useClientState(({ guilds }) => guilds.get(guildId ?? ''))
  const presence = useClientState(
    ({ presences, guilds }) => guilds.get(guildId ?? '')?.presences.get(userId) ?? presences.get(userId),
  )
  const selfId = useClientState(({ self }) => self?.id)
  if (!user) return null
  const member = guild?.members.get(userId)
  const roles = (member?.roles ?? []).flatMap((id) => guild?.roles.get(id) ?? [])
  return (
    <Dialog title={displayName(user, member)} onClose={closeProfile}>
      <div className={styles.head}>
        <Avatar user={user} size={80} status={presence?.status ?? 'offline'} />
        <p className={styles.username}>{user.username}</p>
        {userId !== selfId && <ProfileMenu userId={userId} />}
      </div>
      {presence?.activities.map((activity) => (
        <ActivityCard key={`${activity.type} ${activity.name}`} activity={activity} userId={userId} />
      ))}
      <ProfileDetails userId={userId} guildId={guildId} />
      {roles.length > 0 && (
        <section aria-label={t('Roles')}>
          <ul className={styles.roles}>
            {roles.map(({ id, name, color, colors }) => (
              <li key={id} className={styles.role}>
                <RoleName colours={color === 0 ? null : colors}>{name}</RoleName>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProfileApps userId={userId} />
      {guildId && <ManageButton guildId={guildId} userId={userId} />}
      {userId !== selfId && <ProfileActions userId={userId} bot={user.bot ?? false} />}
    </Dialog>
  )
}

/** Menu of a profile, for what is seldom done. */
function ProfileMenu({ userId }: { userId: string }) {
  return (
    <div className={styles.menu}>
      <MenuButton label={t('More')} icon={<Ellipsis size={16} aria-hidden />}>
        <DropdownMenu.Item
          className={`${menu.item} ${menu.danger}`}
          onSelect={() => {
            closeProfile()
            report({ userId })
          }}
        >
          {t('Report')}
        </DropdownMenu.Item>
      </MenuButton>
    </div>
  )
}

function ManageButton({ guildId, userId }: { guildId: string; userId: string }) {
  const manages = useClientState((state) => mayManage(state, guildId, userId))
  if (!manages) return null
  return (
    <p>
      <Button
        onClick={() => {
          closeProfile()
          manageMember(guildId, userId)
        }}
      >
        {t('Manage member')}
      </Button>
    </p>
  )
}
