import { isThread } from '@guildhall/client/questions'
import type { ChannelObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/client.ts'
import { useClient, useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './thread-list.module.css'

/** The archived threads of a channel, page by page. */
export function ArchivedThreads({
  channel,
  kind,
  title,
  name,
}: {
  channel: ChannelObject
  kind: 'public' | 'private'
  title: string
  /** Name of the list for assistive technology. */
  name: string
}) {
  const client = useClient()
  // Threads of this channel that are archived or opened again change the key, so that the list is read again.
  const states = useShallowState(({ channels }) =>
    [...channels.values()]
      .filter((thread) => thread.parent_id === channel.id && isThread(thread))
      .map(({ id, thread_metadata }) => `${id} ${thread_metadata?.archived}`),
  )
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['archived-threads', channel.id, kind, states.join()],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const request = {
        params: { channel_id: channel.id },
        query: { limit: 25, ...(pageParam && { before: pageParam }) },
      }
      return kind === 'public'
        ? client.api.call('list_public_archived_threads', request)
        : client.api.call('list_my_private_archived_threads', request)
    },
    getNextPageParam: ({ has_more, threads }) => (has_more ? before(threads.at(-1), kind) : undefined),
  })
  const threads = data?.pages.flatMap((page) => page.threads) ?? []
  if (error) {
    return (
      <div>
        <ErrorText>{messageOf(error)}</ErrorText>
        <Button size="small" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  }
  if (threads.length === 0) return null
  return (
    <section aria-label={name}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {threads.map((thread) => (
          <ThreadEntry key={thread.id} thread={thread} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}

/** Public threads are listed by the time of their archiving, the person's private ones by age. */
function before(last: ChannelObject | undefined, kind: 'public' | 'private'): string | undefined {
  return kind === 'public' ? last?.thread_metadata?.archive_timestamp : last?.id
}

/** A thread in a list. */
export function ThreadEntry({ thread }: { thread: ChannelObject }) {
  const client = useClient()
  const navigate = useNavigate()
  const { archived, locked, archive_timestamp } = thread.thread_metadata ?? {}
  const messages = thread.message_count ?? 0
  const details = [
    t('{messages, plural, one {# message} other {# messages}}', { messages }),
    archived && archive_timestamp ? t('archived {time}', { time: relativeTime(Date.parse(archive_timestamp)) }) : '',
    locked ? t('locked') : '',
  ]
  return (
    <li>
      <button
        type="button"
        className={styles.thread}
        onClick={() => {
          if (!client.state.channels.has(thread.id)) client.apply('THREAD_CREATE', thread)
          const params = { guildId: thread.guild_id ?? '', channelId: thread.id }
          void navigate({ to: '/channels/$guildId/$channelId', params })
        }}
      >
        <span className={styles.name}>{thread.name}</span>
        <span className={styles.detail}>{details.filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
}
