import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { SectionsPage } from '../../ui/sections.tsx'
import { BotSection } from './bot-section.tsx'
import { CommandsSection } from './commands-section.tsx'
import { EmojiSection } from './emoji-section.tsx'
import { EntitlementsSection } from './entitlements-section.tsx'
import { GamesSection } from './games-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { InstallSection } from './install-section.tsx'
import { InteractionsSection } from './interactions-section.tsx'
import { MetadataSection } from './metadata-section.tsx'
import { OAuth2Section } from './oauth2-section.tsx'
import { useApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'
import { WebhooksSection } from './webhooks-section.tsx'

const SECTIONS: readonly { path: string; title: string; content: (props: SectionProps) => ReactNode }[] = [
  { path: 'general', title: 'General', content: GeneralSection },
  { path: 'bot', title: 'Bot', content: BotSection },
  { path: 'oauth2', title: 'OAuth2', content: OAuth2Section },
  { path: 'install', title: 'Installation', content: InstallSection },
  { path: 'interactions', title: 'Interactions', content: InteractionsSection },
  { path: 'webhooks', title: 'Webhooks', content: WebhooksSection },
  { path: 'commands', title: 'Commands', content: CommandsSection },
  { path: 'emoji', title: 'Emoji', content: EmojiSection },
  { path: 'metadata', title: 'Role connections', content: MetadataSection },
  { path: 'monetization', title: 'Monetization', content: EntitlementsSection },
  { path: 'games', title: 'Games', content: GamesSection },
]

/** The settings of one application. */
export function ApplicationPage({ id, section }: { id: string; section: string }) {
  const { data: application, error } = useApplication(id)
  const open = SECTIONS.find(({ path }) => path === section) ?? SECTIONS[0]
  const name = application?.name
  useEffect(() => {
    if (name) document.title = `${name} – Guildhall`
  }, [name])
  if (error) {
    return (
      <Page title="This application is not here">
        <ErrorText>{messageOf(error)}</ErrorText>
        <Link to="/developers/$" params={{ _splat: '' }}>
          All applications
        </Link>
      </Page>
    )
  }
  if (!application || !open) return <main aria-busy="true" />
  const Content = open.content
  return (
    <SectionsPage
      title={application.name}
      back={
        <Link to="/developers/$" params={{ _splat: '' }}>
          All applications
        </Link>
      }
      links={SECTIONS.map(({ path, title }) => (
        <li key={path}>
          <Link
            to="/developers/$"
            params={{ _splat: `applications/${id}/${path}` }}
            aria-current={path === open.path ? 'page' : undefined}
          >
            {title}
          </Link>
        </li>
      ))}
    >
      <Content application={application} />
    </SectionsPage>
  )
}
