import type { ResponseOf } from '@guildhall/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sizeText } from '../../domain/messages/attachment-kinds.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { Table } from './table.tsx'

type GuildSize = ResponseOf<'list_guild_sizes'>[number]

/** The largest guilds. An operator sees their sizes, and nothing of what is said in them. */
export function Guilds() {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState<GuildSize | null>(null)
  const guilds = useQuery({
    queryKey: ['administration', 'guilds', query],
    queryFn: () => api.call('list_guild_sizes', { query: query === '' ? {} : { query } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const remove = async ({ id }: GuildSize) => {
    await api.call('delete_any_guild', { params: { guild_id: id } })
    await queries.invalidateQueries({ queryKey: ['administration'] })
  }
  return (
    <Section title={t('Guilds')} description={t('The largest guilds of this platform.')}>
      <TextField
        label={t('Search guilds')}
        type="search"
        hint={t('Part of a name, or an id.')}
        onChange={({ target }) => setQuery(target.value.trim())}
      />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={guilds} empty={t('There are no guilds.')}>
        {(rows) => (
          <Table
            caption={t('Guilds')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              [t('Name'), ({ name }) => name],
              [t('Owner'), ({ owner_id }) => owner_id],
              [t('Members'), ({ members }) => members],
              [t('Messages'), ({ messages }) => messages],
              [t('Files'), ({ bytes }) => sizeText(bytes)],
              [
                t('Action'),
                (guild) => (
                  <Button size="small" look="danger" onClick={() => setAsked(guild)}>
                    {t('Delete')}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </ListState>
      {asked && (
        <ConfirmDialog
          title={asked.name}
          description={t('The guild ends with all its channels and messages. Its owner is notified.')}
          action={t('Delete')}
          danger
          busy={saving.busy}
          onConfirm={() => {
            setAsked(null)
            void saving.run(() => remove(asked))
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}
