import { type ActivityObject, type ChannelObject, RelationshipType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import { isWebLink } from '../../lib/links.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import { DIRECT } from '../shell/places.ts'
import { closeProfile, type OpenProfile } from './open-profile.ts'
import { ProfileApps } from './profile-apps.tsx'
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
      </div>
      {presence?.activities.map((activity) => (
        <Activity key={`${activity.type} ${activity.name}`} activity={activity} />
      ))}
      {roles.length > 0 && (
        <section aria-label="Roles">
          <ul className={styles.roles}>
            {roles.map(({ id, name }) => (
              <li key={id} className={styles.role}>
                {name}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProfileApps userId={userId} />
      {userId !== selfId && <ProfileActions userId={userId} bot={user.bot ?? false} />}
    </Dialog>
  )
}

function Activity({ activity }: { activity: ActivityObject }) {
  const { name, state, state_url, details, details_url } = activity
  return (
    <section className={styles.activity} aria-label={name}>
      <strong>{name}</strong>
      {details && <LinkedText href={details_url}>{details}</LinkedText>}
      {state && <LinkedText href={state_url}>{state}</LinkedText>}
    </section>
  )
}

function LinkedText({ href, children }: { href?: string | null | undefined; children: string }) {
  if (!isWebLink(href)) return <p>{children}</p>
  return (
    <p>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    </p>
  )
}

function ProfileActions({ userId, bot }: { userId: string; bot: boolean }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const type = useClientState(({ relationships }) => relationships.get(userId)?.type ?? RelationshipType.NONE)
  const path = `/users/@me/relationships/${userId}`

  function message() {
    void saving.run(async () => {
      const channel = await client.api.post<ChannelObject>('/users/@me/channels', { recipient_id: userId })
      client.apply('CHANNEL_CREATE', channel)
      closeProfile()
      await navigate({ to: '/channels/$guildId/$channelId', params: { guildId: DIRECT, channelId: channel.id } })
    })
  }

  return (
    <>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <DialogActions>
        {!bot && type === RelationshipType.NONE && (
          <Button onClick={() => void saving.run(() => client.api.put(path, {}))}>Add friend</Button>
        )}
        {type === RelationshipType.FRIEND && (
          <Button onClick={() => void saving.run(() => client.api.delete(path))}>Remove friend</Button>
        )}
        {!bot && (
          <Button
            onClick={() =>
              void saving.run(() =>
                type === RelationshipType.BLOCKED ? client.api.delete(path) : client.api.put(path, { type: 2 }),
              )
            }
          >
            {type === RelationshipType.BLOCKED ? 'Unblock' : 'Block'}
          </Button>
        )}
        <Button look="primary" busy={saving.busy} onClick={message}>
          Message
        </Button>
      </DialogActions>
    </>
  )
}
