import { isThread, newestMessageId } from '@guildhall/client/questions'
import { timeOfId } from '@guildhall/client/records'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { ArchivedThreads } from './archived-threads.tsx'
import styles from './forum.module.css'
import { arrangedPosts, isPinned, orderOf, type PostOrder } from './forum-posts.ts'
import { TagChoices } from './tag-choices.tsx'

const NewPost = lazy(() => import('./new-post.tsx'))

/** The posts of a forum, filtered by tags and in the order that the person chooses. */
export default function Forum({ channel, permissions }: { channel: ChannelObject; permissions: bigint }) {
  const navigate = useNavigate()
  const [writing, setWriting] = useState(false)
  const [tags, setTags] = useState<readonly string[]>([])
  const [order, setOrder] = useState<PostOrder>(() => orderOf(channel))
  const posts = useShallowState((state) => {
    const threads = [...state.channels.values()].filter(
      (thread) => thread.parent_id === channel.id && isThread(thread) && !thread.thread_metadata?.archived,
    )
    const newestOf = (post: ChannelObject) => newestMessageId(state, post) ?? post.id
    return arrangedPosts(threads, { tags, all: channel.default_tag_setting === 'match_all', order, newestOf })
  })
  const open = (threadId: string) =>
    void navigate({
      to: '/channels/$guildId/$channelId',
      params: { guildId: channel.guild_id ?? '', channelId: threadId },
    })
  const mayPost = (permissions & Permission.SEND_MESSAGES) !== 0n
  return (
    <div className={styles.forum}>
      <div className={styles.tools}>
        {mayPost && (
          <Button look="primary" onClick={() => setWriting(true)}>
            {t('New post')}
          </Button>
        )}
        <SelectField label={t('Sort by')} value={order} onChange={({ target }) => setOrder(target.value as PostOrder)}>
          <option value="activity">{t('Newest message')}</option>
          <option value="creation">{t('Newest post')}</option>
        </SelectField>
      </div>
      <TagChoices title={t('Filter by tags')} forum={channel} moderates chosen={tags} onChange={setTags} />
      {posts.length === 0 && (
        <p className={styles.empty} role="status">
          {tags.length > 0
            ? t('No post has these tags.')
            : mayPost
              ? t('No posts yet. Write the first one.')
              : t('No posts yet.')}
        </p>
      )}
      <ul className={styles.posts} aria-label={t('Posts')}>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} forum={channel} onOpen={() => open(post.id)} />
        ))}
      </ul>
      {(permissions & Permission.READ_MESSAGE_HISTORY) !== 0n && (
        <ArchivedThreads channel={channel} kind="public" title={t('Older posts')} name={t('Older posts threads')} />
      )}
      {writing && (
        <Suspense>
          <NewPost
            channel={channel}
            moderates={(permissions & Permission.MANAGE_THREADS) !== 0n}
            onClose={() => setWriting(false)}
            onCreated={open}
          />
        </Suspense>
      )}
    </div>
  )
}

function PostRow({ post, forum, onOpen }: { post: ChannelObject; forum: ChannelObject; onOpen: () => void }) {
  const newest = useShallowState((state) => newestMessageId(state, post) ?? post.id)
  const names = new Map(forum.available_tags?.map(({ id, name }) => [id, name]))
  const messages = post.message_count ?? 0
  return (
    <li>
      <button type="button" className={styles.post} onClick={onOpen}>
        <span className={styles.postName}>{post.name}</span>
        <span className={styles.postTags}>
          {isPinned(post) && <span className={styles.mark}>{t('Pinned')}</span>}
          {post.thread_metadata?.locked && <span className={styles.mark}>{t('Locked')}</span>}
          {post.applied_tags?.map((id) => (
            <span key={id} className={styles.mark}>
              {names.get(id)}
            </span>
          ))}
        </span>
        <span className={styles.detail}>
          {t('{messages, plural, one {# message} other {# messages}}', { messages })} · {relativeTime(timeOfId(newest))}
        </span>
      </button>
    </li>
  )
}
