import type { ResponseOf } from '@guildhall/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime, shortTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { Table } from './table.tsx'

type Entry = ResponseOf<'list_operators_log'>[number]

const PAGE = 50
/** Actions whose target is a person. */
const ON_PEOPLE: ReadonlySet<Entry['action']> = new Set([
  'create',
  'role',
  'link',
  'approve',
  'suspend',
  'unsuspend',
  'sign_out',
  'reset_factors',
  'email',
  'delete',
  'export',
  'remove_messages',
  'note',
])

/** The log of operators' actions, newest first. */
export function Log() {
  const { api } = useClient()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['administration', 'log'],
    queryFn: ({ pageParam }) =>
      api.call('list_operators_log', { query: { limit: PAGE, ...(pageParam !== null && { before: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
  })
  return (
    <Section title={t('Log')} description={t('Nobody can change or remove an entry.')}>
      <ListState query={{ data: data?.pages.flat(), error, refetch }} empty={t('Nothing was done yet.')}>
        {(entries) => (
          <Table
            caption={t('Log')}
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              [t('Time'), ({ at }) => <Time at={at} />],
              [t('Operator'), ({ actor }) => <Operator actor={actor} />],
              [t('Action'), ({ action }) => action],
              [t('Target'), ({ action, target }) => <Target action={action} target={target} />],
              [t('Changes'), ({ changes }) => changesOf(changes)],
              [t('Reason'), ({ reason }) => reason ?? ''],
            ]}
          />
        )}
      </ListState>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Show older entries')}</Button>}
    </Section>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {shortTime(at)}
    </time>
  )
}

function Operator({ actor }: { actor: Entry['actor'] }) {
  if (actor === 'key') return t("The operator's key")
  return actor === 'command' ? t('A command of the terminal') : <PersonName id={actor.user_id} />
}

function Target({ action, target }: Pick<Entry, 'action' | 'target'>) {
  return target !== null && ON_PEOPLE.has(action) ? <PersonName id={target} /> : (target ?? '')
}

/** The username of a person; the id until it is known, and of somebody whose account has ended. */
function PersonName({ id }: { id: string }) {
  const { api } = useClient()
  const { data } = useQuery({
    queryKey: ['administration', 'name', id],
    // A search finds nobody where a request for the person would fail.
    queryFn: () => api.call('list_accounts', { query: { query: id, limit: 1 } }),
  })
  return data?.find((account) => account.id === id)?.username ?? id
}

function changesOf(changes: Entry['changes']): string {
  return changes
    .map((change) => `${change.key}: ${JSON.stringify(change.old)} → ${JSON.stringify(change.new)}`)
    .join(', ')
}
