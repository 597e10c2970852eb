import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import styles from './administration.module.css'
import { PersonDialog } from './person-dialog.tsx'
import { Table } from './table.tsx'
import { ROLES, STATES } from './words.ts'

const PAGE = 100

/** The people of the platform. A press on a name opens what an operator does about that person. */
export function People() {
  const client = useClient()
  const [query, setQuery] = useState('')
  const [after, setAfter] = useState<string[]>([])
  const [openId, setOpenId] = useState<string | null>(null)
  const last = after.at(-1)
  const people = useQuery({
    queryKey: ['administration', 'people', query, last],
    queryFn: () =>
      client.api.call('list_accounts', {
        query: { limit: PAGE, ...(query !== '' && { query }), ...(last !== undefined && { after: last }) },
      }),
    placeholderData: keepPreviousData,
  })
  const search = (text: string) => {
    setQuery(text.trim())
    setAfter([])
  }
  return (
    <Section title={t('People')}>
      <TextField
        label={t('Search people')}
        type="search"
        hint={t('Part of a name or an address, or an id.')}
        onChange={({ target }) => search(target.value)}
      />
      <ListState query={people} empty={t('Nobody.')}>
        {(accounts) => (
          <>
            <Table
              caption={t('People')}
              rows={accounts}
              keyOf={({ id }) => id}
              columns={[
                [
                  t('Username'),
                  ({ id, username }) => (
                    <Button size="small" look="quiet" className={styles.name} onClick={() => setOpenId(id)}>
                      {username}
                    </Button>
                  ),
                ],
                [t('State'), ({ state }) => t(STATES[state])],
                [t('Role'), ({ role }) => (role === null ? '' : t(ROLES[role]))],
                [t('E-mail'), ({ email }) => email ?? ''],
                [t('Joined'), ({ created_at }) => relativeTime(Date.parse(created_at))],
                [t('Last seen'), ({ last_seen_at: at }) => (at === null ? '' : relativeTime(Date.parse(at)))],
              ]}
            />
            {accounts.length === PAGE && (
              <Button onClick={() => setAfter([...after, accounts.at(-1)?.id ?? ''])}>{t('Next page')}</Button>
            )}
          </>
        )}
      </ListState>
      {after.length > 0 && <Button onClick={() => setAfter(after.slice(0, -1))}>{t('Page before')}</Button>}
      {openId !== null && <PersonDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </Section>
  )
}
