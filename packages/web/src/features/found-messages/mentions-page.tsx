import { sortedGuilds } from '@guildhall/client/questions'
import { compareIds } from '@guildhall/client/records'
import type { ChannelObject, MessageObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { FoundMessage } from '../../domain/message-body/found-message.tsx'
import type { Client } from '../../gateway/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './mentions.module.css'
import { searchGuild } from './search-guild.ts'

/** Guilds that are searched, and messages that are shown. */
const GUILDS_MAX = 20
const SHOWN_MAX = 50

/** The newest messages of the person's guilds that mention them. */
export function MentionsPage() {
  const client = useClient()
  const ready = useClientState(({ status, guilds }) => status === 'ready' && guilds.size > 0)
  const { data, error, refetch } = useQuery({
    queryKey: ['mentions'],
    enabled: ready,
    staleTime: 0,
    queryFn: ({ signal }) => mentionsOf(client, signal),
  })
  useEffect(() => {
    document.title = 'Mentions – Guildhall'
  }, [])
  return (
    <main className={styles.page} aria-busy={ready && !data && !error}>
      <header>
        <h1 className={styles.title}>{t('Mentions')}</h1>
        <p className={styles.note}>{t('Messages of your guilds that mention you or everyone, newest first.')}</p>
      </header>
      {error && (
        <div>
          <ErrorText>{messageOf(error)}</ErrorText>
          <Button size="small" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={styles.note}>{t('Nobody has mentioned you yet.')}</p>}
      <div>
        {data?.map((message) => (
          <Mention key={message.id} message={message} />
        ))}
      </div>
    </main>
  )
}

function Mention({ message }: { message: MessageObject }) {
  const navigate = useNavigate()
  const channel = useClientState(({ channels }) => channels.get(message.channel_id))
  const guild = useClientState(({ guilds }) => guilds.get(channel?.guild_id ?? '')?.guild.name)
  if (!channel?.guild_id) return null
  const { guild_id: guildId } = channel
  const open = ({ id }: ChannelObject) =>
    void navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: id } })
  return (
    <section aria-label={`${guild}, #${channel.name}`}>
      <h2 className={styles.place}>
        {guild} / #{channel.name}
      </h2>
      <FoundMessage message={message} channel={channel} onJump={() => open(channel)} />
    </section>
  )
}

async function mentionsOf(client: Client, signal: AbortSignal): Promise<MessageObject[]> {
  const guilds = sortedGuilds(client.state).slice(0, GUILDS_MAX)
  const filters = [['mentions', client.account.userId] as const, ['mention_everyone', 'true'] as const]
  const found = await Promise.all(
    guilds.flatMap(({ guild }) => filters.map((filter) => searchGuild(client, guild.id, [filter], { signal }))),
  )
  const byId = new Map(found.flatMap(({ messages }) => messages.map((message) => [message.id, message])))
  return [...byId.values()]
    .filter(({ author }) => author.id !== client.account.userId)
    .sort((one, other) => compareIds(other.id, one.id))
    .slice(0, SHOWN_MAX)
}
