import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { msg, t } from '../../lib/language/text.ts'
import { type SectionEntry, SectionsPage, sectionAt } from '../../ui/sections.tsx'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AuthorizedApps } from './authorized-apps.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

interface SettingsSection extends SectionEntry {
  readonly content: () => ReactNode
}

const SECTIONS: readonly [SettingsSection, ...SettingsSection[]] = [
  { path: 'profile', title: msg('Profile'), content: ProfileSection },
  { path: 'account', title: msg('Account'), content: AccountSection },
  { path: 'privacy', title: msg('Privacy'), content: PrivacySection },
  { path: 'authorized-apps', title: msg('Authorized apps'), content: AuthorizedApps },
  { path: 'connections', title: msg('Connections'), content: ConnectionsSection },
  { path: 'notifications', title: msg('Notifications'), content: NotificationsSection },
  { path: 'sessions', title: msg('Sessions'), content: SessionsSection },
  { path: 'appearance', title: msg('Appearance'), content: AppearanceSection },
  { path: 'language', title: msg('Language'), content: LanguageSection },
]

/** The person's own settings. */
export function Settings() {
  const { _splat: path } = useParams({ from: '/settings/$' })
  const open = sectionAt(SECTIONS, path)
  const Content = open.content
  return (
    <SectionsPage
      title={t('Settings')}
      back={<Link to="/">{t('Back to Guildhall')}</Link>}
      linkTo={(path) => ({ to: '/settings/$', params: { _splat: path } })}
      sections={SECTIONS}
      open={open}
    >
      <Content />
    </SectionsPage>
  )
}
