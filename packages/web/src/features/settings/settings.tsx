import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type SectionEntry, SectionsPage, sectionAt } from '../../ui/sections.tsx'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AuthorizedApps } from './authorized-apps.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

interface SettingsSection extends SectionEntry {
  readonly content: () => ReactNode
}

const SECTIONS: readonly [SettingsSection, ...SettingsSection[]] = [
  { path: 'profile', title: 'Profile', content: ProfileSection },
  { path: 'account', title: 'Account', content: AccountSection },
  { path: 'privacy', title: 'Privacy', content: PrivacySection },
  { path: 'authorized-apps', title: 'Authorized apps', content: AuthorizedApps },
  { path: 'connections', title: 'Connections', content: ConnectionsSection },
  { path: 'sessions', title: 'Sessions', content: SessionsSection },
  { path: 'appearance', title: 'Appearance', content: AppearanceSection },
]

/** The person's own settings. */
export function Settings() {
  const { _splat: path } = useParams({ from: '/settings/$' })
  const open = sectionAt(SECTIONS, path)
  const Content = open.content
  return (
    <SectionsPage
      title="Settings"
      back={<Link to="/">Back to Guildhall</Link>}
      linkTo={(path) => ({ to: '/settings/$', params: { _splat: path } })}
      sections={SECTIONS}
      open={open}
    >
      <Content />
    </SectionsPage>
  )
}
