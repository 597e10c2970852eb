import { permissionsInGuild } from '@guildhall/client/questions'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { GuildSection } from '../../domain/guilds/section.ts'
import { useClientState } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { Page } from '../../ui/page.tsx'
import { SectionsPage } from '../../ui/sections.tsx'

/** The settings of a guild: those of its sections that the person has permissions for. */
export function GuildSettings({ sections: all }: { sections: readonly GuildSection[] }) {
  const { guildId, _splat: path = '' } = useParams({ from: '/guilds/$guildId/settings/$' })
  const name = useClientState(({ guilds }) => guilds.get(guildId)?.guild.name)
  const loading = useClientState(({ self }) => self === null)
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  useEffect(() => {
    if (name) document.title = `Settings of ${name} – Guildhall`
  }, [name])
  if (loading) return <main aria-busy="true" />
  if (name === undefined) return <Refusal guildId={guildId} title={t('This guild is not here')} text={t(NOT_HERE)} />
  const sections = all.filter(({ needs }) => needs === 0n || (permissions & needs) !== 0n)
  const [first = '', open = ''] = [path.split('/', 1)[0], path.split('/').slice(1).join('/')]
  const section = first === '' ? sections[0] : sections.find(({ path }) => path === first)
  const Content = section?.content
  return (
    <SectionsPage
      title={name}
      back={
        <Link to="/channels/$guildId" params={{ guildId }}>
          {t('Back to the guild')}
        </Link>
      }
      linkTo={(path) => ({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: path } })}
      sections={sections}
      open={section}
    >
      {Content ? (
        <Suspense fallback={<p role="status">{t('Loading…')}</p>}>
          <Content key={section.path} guildId={guildId} open={open} />
        </Suspense>
      ) : (
        <NoSection />
      )}
    </SectionsPage>
  )
}

const NOT_HERE = msg('You are not a member of it, or it was deleted.')

function NoSection() {
  return (
    <>
      <h2>{t('Nothing to set here')}</h2>
      <p>
        {t(
          'Your roles do not have the permission for this section. Someone who manages the guild can give you a role.',
        )}
      </p>
    </>
  )
}

function Refusal({ guildId, title, text }: { guildId: string; title: string; text: string }) {
  return (
    <Page title={title}>
      <p>{text}</p>
      <Link to="/channels/$guildId" params={{ guildId }}>
        {t('Back')}
      </Link>
    </Page>
  )
}
