import { isThread, newestFirst } from '@guildhall/client/questions'
import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import { useState } from 'react'
import { NewThread } from '../../domain/threads/new-thread.tsx'
import { useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ArchivedThreads, ThreadEntry } from './archived-threads.tsx'
import styles from './thread-list.module.css'

interface ListProps {
  channel: ChannelObject
  permissions: bigint
  onClose: () => void
}

/** The active and archived threads of a channel. */
export default function ThreadList({ channel, permissions, onClose }: ListProps) {
  const [writing, setWriting] = useState(false)
  const active = useShallowState((state) => {
    const threads = [...state.channels.values()].filter(
      (thread) => thread.parent_id === channel.id && isThread(thread) && !thread.thread_metadata?.archived,
    )
    return newestFirst(state, threads)
  })
  return (
    <SidePanel title={t('Threads')} onClose={onClose}>
      {(permissions & Permission.CREATE_PUBLIC_THREADS) !== 0n && (
        <div>
          <Button size="small" look="primary" onClick={() => setWriting(true)}>
            {t('New thread')}
          </Button>
        </div>
      )}
      <section aria-label={t('Active threads')}>
        <h3 className={styles.heading}>{t('Active — {count}', { count: active.length })}</h3>
        {active.length === 0 && <p className={styles.none}>{t('No thread is active. Start one from a message.')}</p>}
        <ul>
          {active.map((thread) => (
            <ThreadEntry key={thread.id} thread={thread} />
          ))}
        </ul>
      </section>
      {(permissions & Permission.READ_MESSAGE_HISTORY) !== 0n && (
        <>
          <ArchivedThreads channel={channel} kind="public" title={t('Archived')} name={t('Archived threads')} />
          {channel.type === ChannelType.GUILD_TEXT && (
            <ArchivedThreads
              channel={channel}
              kind="private"
              title={t('Archived private')}
              name={t('Archived private threads')}
            />
          )}
        </>
      )}
      {writing && <NewThread channel={channel} onClose={() => setWriting(false)} />}
    </SidePanel>
  )
}
