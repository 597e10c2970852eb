import type { GuildRecord } from '@guildhall/client/records'
import type { NewMemberWelcomeObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './onboarding.module.css'
import { OnboardingQuestions } from './onboarding-questions.tsx'

/** The page for newcomers of a guild: its welcome screen, its first tasks and its questions. */
export function WelcomePage() {
  const { guildId } = useParams({ from: '/shell/channels/$guildId/welcome' })
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  useEffect(() => {
    document.title = `${guild?.name ?? t('Welcome')} – Guildhall`
  }, [guild?.name])
  if (!guild) return <main className={styles.page} aria-busy="true" />
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h2 className={styles.title}>{t('Welcome to {name}', { name: guild.name })}</h2>
        <Screening guildId={guildId} />
        {guild.features.includes('WELCOME_SCREEN_ENABLED') && <WelcomeScreen guild={guild} />}
        <FirstSteps guildId={guildId} />
        <Onboarding guildId={guildId} />
      </div>
    </main>
  )
}

/** The state of a member who has not passed the membership screening. */
function Screening({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const pending = useClientState(({ guilds, self }) => guilds.get(guildId)?.members.get(self?.id ?? '')?.pending)
  if (!pending) return null
  return (
    <section aria-label={t('Membership')}>
      <p>{t('You can look around, but not write yet. Those who manage the guild decide about requests.')}</p>
      {saving.saved ? (
        <StatusText>{t('Saved. Your request waits for a decision.')}</StatusText>
      ) : (
        <Button
          look="primary"
          busy={saving.busy}
          onClick={() =>
            void saving.run(() => client.api.call('put_my_join_request', { params: { guild_id: guildId } }))
          }
        >
          {t('Ask to become a member')}
        </Button>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </section>
  )
}

function WelcomeScreen({ guild }: { guild: GuildRecord }) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['welcome-screen', guild.id],
    queryFn: () => client.api.call('get_guild_welcome_screen', { params: { guild_id: guild.id } }),
  })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data) return null
  return (
    <section aria-label={t('Welcome screen')}>
      {data.description && <p>{data.description}</p>}
      <Places
        guildId={guild.id}
        places={data.welcome_channels.map(({ channel_id, description, emoji_id, emoji_name }) => ({
          channelId: channel_id,
          title: null,
          description,
          emoji: { id: emoji_id, name: emoji_name },
        }))}
      />
    </section>
  )
}

/** The greeting, the tasks and the resources that a guild has for new members. */
function FirstSteps({ guildId }: { guildId: string }) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['new-member-welcome', guildId],
    // 204 for none, and a query must return something.
    queryFn: async () =>
      (await client.api.call('get_guild_new_member_welcome', { params: { guild_id: guildId } })) ?? null,
  })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data?.enabled) return null
  const placesOf = (list: NewMemberWelcomeObject['resource_channels']) =>
    list.map(({ channel_id, title, description, emoji }) => ({
      channelId: channel_id,
      title,
      description,
      emoji: { id: emoji?.id ?? null, name: emoji?.name ?? null },
    }))
  return (
    <>
      {data.welcome_message && <p>{data.welcome_message.message}</p>}
      {data.new_member_actions.length > 0 && (
        <section aria-label={t('First steps')}>
          <h3 className={styles.heading}>{t('First steps')}</h3>
          <Places guildId={guildId} places={placesOf(data.new_member_actions)} />
        </section>
      )}
      {data.resource_channels.length > 0 && (
        <section aria-label={t('Resources')}>
          <h3 className={styles.heading}>{t('Resources')}</h3>
          <Places guildId={guildId} places={placesOf(data.resource_channels)} />
        </section>
      )}
    </>
  )
}

interface Place {
  channelId: string
  /** Null for the name of the channel. */
  title: string | null
  description: string
  emoji: { id: string | null; name: string | null }
}

function Places({ guildId, places }: { guildId: string; places: readonly Place[] }) {
  const channels = useClientState((state) => state.channels)
  // A newcomer does not see every channel before the questions are answered.
  const visible = places.filter(({ channelId }) => channels.has(channelId))
  if (visible.length === 0) return null
  return (
    <ul className={styles.places}>
      {visible.map(({ channelId, title, description, emoji }) => (
        <li key={channelId}>
          <Link to="/channels/$guildId/$channelId" params={{ guildId, channelId }} className={styles.place ?? ''}>
            <span aria-hidden>
              {emoji.id ? <CustomEmoji id={emoji.id} name={emoji.name ?? ''} animated={false} /> : emoji.name}
            </span>
            <span className={styles.answerText}>
              <strong>{title ?? `#${channels.get(channelId)?.name}`}</strong>
              <span className={styles.muted}>{description}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Onboarding({ guildId }: { guildId: string }) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['onboarding', guildId],
    queryFn: () => client.api.call('get_guilds_onboarding', { params: { guild_id: guildId } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data?.enabled || data.prompts.length === 0) {
    return (
      <p>
        <Link to="/channels/$guildId" params={{ guildId }}>
          {t('Go to the channels')}
        </Link>
      </p>
    )
  }
  return <OnboardingQuestions guildId={guildId} prompts={data.prompts} />
}
