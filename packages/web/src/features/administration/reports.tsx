import type { ResponseOf } from '@guildhall/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_REASONS } from '../../domain/people/report-words.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import { Blocks } from './blocks.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { Table } from './table.tsx'
import { KINDS, REPORT_STATES } from './words.ts'

type Listed = ResponseOf<'list_reports'>[number]
type State = Listed['state']

/** Reports of people, and what operators have blocked. */
export function Reports() {
  const { api } = useClient()
  const queries = useQueryClient()
  const [state, setState] = useState<State>('open')
  const [opened, setOpened] = useState<string | null>(null)
  const reports = useQuery({
    queryKey: ['administration', 'reports', state],
    queryFn: () => api.call('list_reports', { query: { state } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <>
      <Section title={t('Reports')} description={t('Nobody learns who reported.')}>
        <SelectField label={t('State')} value={state} onChange={({ target: { value } }) => setState(value as State)}>
          {Object.entries(REPORT_STATES).map(([name, words]) => (
            <option key={name} value={name}>
              {t(words)}
            </option>
          ))}
        </SelectField>
        <ListState query={reports} empty={t('There are no such reports.')}>
          {(rows) => (
            <Table
              caption={t('Reports')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                [
                  t('About'),
                  ({ id, kind }) => (
                    <Button size="small" onClick={() => setOpened(id)}>
                      {t(KINDS[kind])}
                    </Button>
                  ),
                ],
                [t('People'), ({ count }) => count],
                [t('Reason'), ({ reasons }) => [...new Set(reasons.map(reasonText))].join(', ')],
                [t('First report'), ({ reasons }) => timeOf(reasons)],
              ]}
            />
          )}
        </ListState>
        {opened !== null && (
          <ReportDialog
            id={opened}
            onClose={() => {
              setOpened(null)
              void queries.invalidateQueries({ queryKey: ['administration'] })
            }}
          />
        )}
      </Section>
      <Blocks />
    </>
  )
}

function timeOf(reasons: Listed['reasons']): string {
  const [first] = reasons
  return first ? relativeTime(Date.parse(first.at)) : ''
}

/** Returns the words of a reason. */
function reasonText({ reason }: { reason: number }): string {
  const words = REPORT_REASONS[reason]
  return words ? t(words.label) : String(reason)
}
