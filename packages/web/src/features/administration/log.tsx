import type { ResponseOf } from '@guildhall/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { Table } from './table.tsx'

type Entry = ResponseOf<'list_operators_log'>[number]

const PAGE = 50

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
              [t('Time'), ({ at }) => fullTime(at)],
              [t('Operator'), ({ actor }) => actorOf(actor)],
              [t('Action'), ({ action }) => action],
              [t('Target'), ({ target }) => target ?? ''],
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

function actorOf(actor: Entry['actor']): string {
  if (actor === 'key') return t("The operator's key")
  return actor === 'command' ? t('A command of the terminal') : actor.user_id
}

function changesOf(changes: Entry['changes']): string {
  return changes
    .map((change) => `${change.key}: ${JSON.stringify(change.old)} → ${JSON.stringify(change.new)}`)
    .join(', ')
}
