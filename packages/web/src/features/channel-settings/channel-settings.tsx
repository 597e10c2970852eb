import { isThread, permissionsIn } from '@guildhall/client/questions'
import { type ChannelObject, ChannelType, Permission } from '@guildhall/protocol'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { lazy } from '../../ui/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { SectionsPage } from '../../ui/sections.tsx'
import { ChannelInvites } from './channel-invites.tsx'
import { ChannelOverview } from './channel-overview.tsx'
import { ChannelWebhooks } from './channel-webhooks.tsx'
import type { ChannelSectionProps } from './section.ts'

interface ChannelSection {
  readonly path: string
  readonly title: Message
  readonly needs: bigint
  /** Whether categories have the section. */
  readonly ofCategories: boolean
  readonly content: ComponentType<ChannelSectionProps>
}

const ChannelPermissions = lazy(async () => ({
  default: (await import('./channel-permissions.tsx')).ChannelPermissions,
}))

const SECTIONS: readonly ChannelSection[] = [
  {
    path: 'overview',
    title: msg('Overview'),
    needs: Permission.MANAGE_CHANNELS,
    ofCategories: true,
    content: ChannelOverview,
  },
  {
    path: 'permissions',
    title: msg('Permissions'),
    needs: Permission.MANAGE_ROLES,
    ofCategories: true,
    content: ChannelPermissions,
  },
  {
    path: 'invites',
    title: msg('Invites'),
    needs: Permission.MANAGE_CHANNELS,
    ofCategories: false,
    content: ChannelInvites,
  },
  {
    path: 'webhooks',
    title: msg('Webhooks'),
    needs: Permission.MANAGE_WEBHOOKS,
    ofCategories: false,
    content: ChannelWebhooks,
  },
]

/** The settings of a channel or category: the sections that the person has permissions for. */
export function ChannelSettings() {
  const { guildId, channelId, _splat: path = '' } = useParams({ from: '/guilds/$guildId/channels/$channelId/$' })
  const channel = useClientState(({ channels }) => channels.get(channelId))
  const loading = useClientState(({ self }) => self === null)
  const permissions = useClientState((state) => (channel ? permissionsIn(state, channel) : 0n))
  const name = channel?.name
  useEffect(() => {
    if (name) document.title = t('Settings of {name} – Guildhall', { name })
  }, [name])
  if (loading) return <main aria-busy="true" />
  if (!channel || channel.guild_id !== guildId || isThread(channel) || (permissions & Permission.VIEW_CHANNEL) === 0n)
    return <NotHere guildId={guildId} />
  const isCategory = channel.type === ChannelType.GUILD_CATEGORY
  const sections = SECTIONS.filter(
    ({ needs, ofCategories }) => (permissions & needs) !== 0n && (ofCategories || !isCategory),
  )
  const [first = '', ...rest] = path.split('/')
  const section = first === '' ? sections[0] : sections.find(({ path }) => path === first)
  const Content = section?.content
  return (
    <SectionsPage
      title={isCategory ? (channel.name ?? '') : `#${channel.name}`}
      back={<BackLink channel={channel} guildId={guildId} />}
      linkTo={(path) => ({
        to: '/guilds/$guildId/channels/$channelId/$',
        params: { guildId, channelId, _splat: path },
      })}
      sections={sections}
      open={section}
    >
      {Content ? (
        <Suspense fallback={<p role="status">{t('Loading…')}</p>}>
          <Content key={channel.id} channel={channel} guildId={guildId} open={rest.join('/')} />
        </Suspense>
      ) : (
        <p>{t('You need a permission such as Manage Channels to change this channel.')}</p>
      )}
    </SectionsPage>
  )
}

function BackLink({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  if (channel.type === ChannelType.GUILD_CATEGORY) {
    return (
      <Link to="/channels/$guildId" params={{ guildId }}>
        {t('Back to the guild')}
      </Link>
    )
  }
  return (
    <Link to="/channels/$guildId/$channelId" params={{ guildId, channelId: channel.id }}>
      {t('Back to the channel')}
    </Link>
  )
}

function NotHere({ guildId }: { guildId: string }) {
  return (
    <Page title={t('This channel is not here')}>
      <p>{t('You need the permission View Channel to see it, or it was deleted.')}</p>
      <Link to="/channels/$guildId" params={{ guildId }}>
        {t('Back to the guild')}
      </Link>
    </Page>
  )
}
