import { ApplicationFlag, type ApplicationObject } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../../api/client.ts'
import { msg, t } from '../../lib/language/text.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { type SectionEntry, SectionsPage, sectionAt } from '../../ui/sections.tsx'
import { ActivitiesSection } from './activities-section.tsx'
import { BotSection } from './bot-section.tsx'
import { CommandsSection } from './commands-section.tsx'
import { EmojiSection } from './emoji-section.tsx'
import { EntitlementsSection } from './entitlements-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { InstallSection } from './install-section.tsx'
import { InteractionsSection } from './interactions-section.tsx'
import { MetadataSection } from './metadata-section.tsx'
import { OAuth2Section } from './oauth2-section.tsx'
import { PlayersSection } from './players-section.tsx'
import { useApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'
import { SocialSdkSection } from './social-sdk-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { WidgetSection } from './widget/widget-section.tsx'

interface PortalSection extends SectionEntry {
  readonly ofGames?: boolean
  readonly content: (props: SectionProps) => ReactNode
}

const SECTIONS: readonly [PortalSection, ...PortalSection[]] = [
  { path: 'general', title: msg('General'), content: GeneralSection },
  { path: 'bot', title: msg('Bot'), content: BotSection },
  { path: 'oauth2', title: msg('OAuth2'), content: OAuth2Section },
  { path: 'install', title: msg('Installation'), content: InstallSection },
  { path: 'interactions', title: msg('Interactions'), content: InteractionsSection },
  { path: 'webhooks', title: msg('Webhooks'), content: WebhooksSection },
  { path: 'commands', title: msg('Commands'), content: CommandsSection, group: msg('Features') },
  { path: 'emoji', title: msg('Emoji'), content: EmojiSection, group: msg('Features') },
  { path: 'metadata', title: msg('Role connections'), content: MetadataSection, group: msg('Features') },
  { path: 'monetization', title: msg('Monetization'), content: EntitlementsSection, group: msg('Features') },
  { path: 'activities', title: msg('Activities'), content: ActivitiesSection, group: msg('Features') },
  { path: 'social-sdk', title: msg('Social SDK'), content: SocialSdkSection, group: msg('Games') },
  { path: 'players', title: msg('Players'), content: PlayersSection, group: msg('Games') },
  { path: 'widget', title: msg('Widget'), content: WidgetSection, group: msg('Games'), ofGames: true },
]

/** Returns the sections of an application. Some exist only for a game that its owner has claimed. [STA-1] */
function sectionsOf({ flags_new }: ApplicationObject): readonly [PortalSection, ...PortalSection[]] {
  const { SOCIAL_LAYER_INTEGRATION: game, SOCIAL_LAYER_INTEGRATION_LIMITED: limited } = ApplicationFlag
  if ((BigInt(flags_new) & (game | limited)) !== 0n) return SECTIONS
  const [first, ...others] = SECTIONS
  return [first, ...others.filter(({ ofGames }) => !ofGames)]
}

/** The settings of one application. */
export function ApplicationPage({ id, section }: { id: string; section: string }) {
  const { data: application, error } = useApplication(id)
  const name = application?.name
  useEffect(() => {
    if (name) document.title = `${name} – Guildhall`
  }, [name])
  if (error) {
    return (
      <Page title={t('This application is not here')}>
        <ErrorText>{messageOf(error)}</ErrorText>
        <Link to="/developers/$" params={{ _splat: '' }}>
          {t('All applications')}
        </Link>
      </Page>
    )
  }
  if (!application) return <main aria-busy="true" />
  const sections = sectionsOf(application)
  const open = sectionAt(sections, section)
  const Content = open.content
  return (
    <SectionsPage
      title={application.name}
      back={
        <Link to="/developers/$" params={{ _splat: '' }}>
          {t('All applications')}
        </Link>
      }
      linkTo={(path) => ({ to: '/developers/$', params: { _splat: `applications/${id}/${path}` } })}
      sections={sections}
      open={open}
      more={
        <Link to="/developers/inspector" search={{ application_id: id }}>
          {t('Inspector')}
        </Link>
      }
    >
      <Content application={application} />
    </SectionsPage>
  )
}
