import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionsPage } from '../../ui/sections.tsx'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AuthorizedApps } from './authorized-apps.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const SECTIONS: readonly { path: string; title: string; content: () => ReactNode }[] = [
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
  const open = SECTIONS.find((section) => section.path === path) ?? SECTIONS[0]
  const Content = open?.content
  return (
    <SectionsPage
      title="Settings"
      back={<Link to="/">Back to Guildhall</Link>}
      links={SECTIONS.map(({ path, title }) => (
        <li key={path}>
          <Link to="/settings/$" params={{ _splat: path }} aria-current={path === open?.path ? 'page' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    >
      {Content && <Content />}
    </SectionsPage>
  )
}
