import type { ResponseOf } from '@guildhall/client'
import { Fragment } from 'react'
import { sizeText } from '../../domain/messages/attachment-kinds.ts'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import styles from './administration.module.css'
import { RaidButton, useOverview } from './raid-mode.tsx'
import { Table } from './table.tsx'

type Facts = ResponseOf<'get_overview'>

/** Numbers of the platform, and what its operator should know of. */
export function Overview() {
  const { data, error, refetch } = useOverview()
  return (
    <Section title={t('Overview')}>
      <ListState query={{ data: data?.findings, error, refetch }} empty={t('Nothing needs your attention.')}>
        {(findings) => (
          <Table
            caption={t('Findings')}
            rows={findings}
            keyOf={({ text }) => text}
            columns={[
              [t('Subject'), ({ check }) => check],
              [t('Finding'), ({ text }) => text],
              [t('Advice'), ({ advice }) => advice],
            ]}
          />
        )}
      </ListState>
      {data && <Numbers facts={data} />}
      <RaidButton />
    </Section>
  )
}

function Numbers({ facts }: { facts: Facts }) {
  const { people, disk_free_bytes: free, uptime_seconds: uptime } = facts
  const rows: [string, string | number][] = [
    [t('Active people'), people.active],
    [t('Suspended'), people.suspended],
    [t('Reports that wait'), facts.reports_open],
    [t('Registrations that wait'), facts.registrations_waiting],
    [t('Guilds'), facts.guilds],
    [t('Messages'), facts.messages],
    [t('Files'), sizeText(facts.bytes)],
    ...(free === null ? [] : [[t('Free on the disk'), sizeText(free)] satisfies [string, string]]),
    [t('Mails that wait'), facts.mails_waiting],
    [t('Started'), relativeTime(Date.now() - uptime * 1_000)],
    [t('Version'), facts.version],
  ]
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
