import { displayName } from '@guildhall/client/questions'
import type { UserObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './user-pages.module.css'

/** Users that the server lists page by page, such as those who voted. */
export function UserPages(props: {
  queryKey: readonly unknown[]
  pageSize: number
  /** Loads the first page, or the one after a user. */
  load: (page: { after?: string }) => Promise<readonly UserObject[]>
}) {
  const { queryKey, pageSize, load } = props
  const { data, error, hasNextPage, fetchNextPage, isPending, refetch } = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after }) => load({ ...(after && { after }) }),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  })
  const users = data?.pages.flat() ?? []
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
  return (
    <div className={styles.place} aria-busy={isPending}>
      {!isPending && users.length === 0 && <p className={styles.none}>{t('Nobody yet.')}</p>}
      <ul aria-label={t('People')}>
        {users.map((user) => (
          <li key={user.id} className={styles.user}>
            <Avatar user={user} size={24} />
            {displayName(user)}
            {user.global_name && <span className={styles.username}>{user.username}</span>}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}
