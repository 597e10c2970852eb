import { type InviteObject, InviteTargetType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { GuildIcon } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/notice.ts'
import { useSave } from '../../ui/use-save.ts'
import { launchActivity } from '../activities/launch.ts'
import { welcomes } from '../invites/after-joining.ts'
import { useInvite } from '../invites/use-invite.ts'
import { DIRECT } from '../places/places.ts'
import styles from './card.module.css'

/** Card of an invite, with a button that accepts it. An invite to an activity starts it too. */
export function InviteCard({ code }: { code: string }) {
  const { data, error } = useInvite(code)
  if (error) {
    return (
      <section className={styles.card} aria-label={t('Invite')}>
        <span className={styles.text}>
          <span className={styles.name}>{t('This invite is not valid')}</span>
          <span className={styles.note}>{messageOf(error)}</span>
        </span>
      </section>
    )
  }
  if (!data) return <section className={styles.card} aria-label={t('Invite')} aria-busy />
  return <Valid invite={data} />
}

function Valid({ invite }: { invite: InviteObject }) {
  const { guild, channel, approximate_member_count: members } = invite
  const name = guild?.name ?? channel?.name ?? t('Group')
  const activity = activityOf(invite)
  const joined = useClientState(({ guilds }) => guild !== undefined && guilds.has(guild.id))
  const { busy, open } = useOpen(invite)
  const shown = { name: activity?.name ?? name }
  const [verb, label] = activity
    ? [t('Play'), t('Play {name}', shown)]
    : joined
      ? [t('Open'), t('Open {name}', shown)]
      : [t('Join'), t('Join {name}', shown)]
  const detail = activity
    ? t('{activity} in #{channel}', { activity: activity.name, channel: channel?.name ?? '' })
    : channel?.name
      ? `#${channel.name}`
      : null
  const counted = members == null ? null : t('{members, plural, one {# member} other {# members}}', { members })
  return (
    <section className={styles.card} aria-label={t('Invite to {name}', { name })}>
      {guild && <GuildIcon guild={{ ...guild, icon: guild.icon ?? null }} />}
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{[detail, counted].filter(Boolean).join(' · ')}</span>
      </span>
      <Button
        look={joined && !activity ? 'plain' : 'primary'}
        busy={busy}
        aria-label={label}
        onClick={() => void open(joined)}
      >
        {verb}
      </Button>
    </section>
  )
}

function activityOf({ target_type, target_application }: InviteObject) {
  return target_type === InviteTargetType.EMBEDDED_APPLICATION ? target_application : undefined
}

/** Returns what accepts an invite, shows its channel, and starts its activity. */
function useOpen(invite: InviteObject) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const { code, guild, channel } = invite
  const open = (joined: boolean) =>
    saving.run(async () => {
      try {
        if (!joined) await client.api.call('accept_invite', { params: { code } })
        const guildId = guild?.id ?? DIRECT
        if (!joined && guild && (await welcomes(client, guild)))
          return await navigate({ to: '/channels/$guildId/welcome', params: { guildId } })
        if (!channel) return await navigate({ to: '/channels/$guildId', params: { guildId } })
        await navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: channel.id } })
        const activity = activityOf(invite)
        if (activity) await launchActivity(client, { applicationId: activity.id, channelId: channel.id })
      } catch (failure) {
        showNotice(messageOf(failure))
      }
    })
  return { busy: saving.busy, open }
}
