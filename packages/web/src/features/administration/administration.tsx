import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { type SectionEntry, SectionsPage, sectionAt } from '../../ui/sections.tsx'
import { Backups } from './backups.tsx'
import { Guilds } from './guilds.tsx'
import { InstanceSettings } from './instance-settings.tsx'
import { Invites } from './invites.tsx'
import { Log } from './log.tsx'
import { Mail } from './mail.tsx'
import { Overview } from './overview.tsx'
import { People } from './people.tsx'
import { RaidBar } from './raid-mode.tsx'
import { Registrations } from './registrations.tsx'
import { Reports } from './reports.tsx'
import { Storage } from './storage.tsx'

interface AdministrationSection extends SectionEntry {
  readonly content: () => ReactNode
}

const SECTIONS: readonly [AdministrationSection, ...AdministrationSection[]] = [
  { path: 'overview', title: msg('Overview'), content: Overview },
  { path: 'people', title: msg('People'), content: People },
  { path: 'registrations', title: msg('Registrations'), content: Registrations },
  { path: 'invites', title: msg('Invites'), content: Invites },
  { path: 'reports', title: msg('Reports'), content: Reports },
  { path: 'guilds', title: msg('Guilds'), content: Guilds },
  { path: 'storage', title: msg('Storage'), content: Storage },
  { path: 'backups', title: msg('Backups'), content: Backups },
  { path: 'mail', title: msg('Mail'), content: Mail },
  { path: 'settings', title: msg('Settings'), content: InstanceSettings },
  { path: 'log', title: msg('Log'), content: Log },
]

/** Code of the refusal of an operator whose second factor is missing. */
const FACTOR_MISSING = 60003

/** The pages of operators. The server decides who is one. */
export function Administration() {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['administration'],
    // The least that an operator may do.
    queryFn: () => client.api.call('list_accounts', { query: { limit: 1 } }),
    retry: false,
  })
  if (error) return <NoAccess error={error} />
  if (!data) return null
  return <Sections />
}

function NoAccess({ error }: { error: Error }) {
  const needsFactor = error instanceof ApiFailure && error.code === FACTOR_MISSING
  return (
    <Page title={t('Administration')}>
      {needsFactor ? (
        <>
          <p role="status">{t('Operators need a second factor.')}</p>
          <Link to="/settings/$" params={{ _splat: 'account' }}>
            {t('Set it up')}
          </Link>
        </>
      ) : (
        <ErrorText>
          {error instanceof ApiFailure && error.status === 403
            ? t('These pages are for operators of this platform.')
            : messageOf(error)}
        </ErrorText>
      )}
      <Link to="/">{t('Back to Guildhall')}</Link>
    </Page>
  )
}

function Sections() {
  const { _splat: path } = useParams({ from: '/admin/$' })
  const open = sectionAt(SECTIONS, path)
  const Content = open.content
  return (
    <SectionsPage
      title={t('Administration')}
      back={<Link to="/">{t('Back to Guildhall')}</Link>}
      linkTo={(path) => ({ to: '/admin/$', params: { _splat: path } })}
      sections={SECTIONS}
      open={open}
    >
      <RaidBar />
      <Content />
    </SectionsPage>
  )
}
